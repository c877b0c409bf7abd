import { LogIn } from 'lucide-react';
import { buttonClasses } from '@/components/ui/button-classes';
import { oidcStartPath } from '@/lib/client/paths';

/** The way to the OpenID provider and back to `next`. Plain links: the browser leaves the console. */
export function OidcSignIn({ next }: { next: string }) {
  return (
    <div className="flex flex-col items-stretch gap-2">
      <a href={oidcStartPath(next)} className={buttonClasses('primary', 'lg')}>
        <LogIn aria-hidden="true" className="size-4" />
        Sign in with your account
      </a>
      <a href={oidcStartPath(next, 'choose')} className={buttonClasses('ghost')}>
        Use another account
      </a>
      <p className="mt-2 text-sm text-text-muted">
        You prove who you are at your organisation’s sign-in provider; the console never sees your password.
      </p>
    </div>
  );
}
