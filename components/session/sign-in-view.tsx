import { LogIn } from 'lucide-react';
import type { ReactNode } from 'react';
import { Brand } from '@/components/shell/brand';
import { Banner } from '@/components/ui/feedback/banner';
import { buttonClasses } from '@/components/ui/button-classes';
import { classNames } from '@/components/ui/class-names';
import { oidcStartPath } from '@/lib/client/paths';
import type { Role } from '@/lib/contract/session/roles';
import type { SignInMode } from '@/lib/contract/session/sign-in';
import { plural } from '@/lib/domain/counted';
import { DemoSignIn } from './demo-sign-in';
import { SignInNotice, type SignInReason } from './sign-in-notices';

interface SignInViewProps {
  signIn: SignInMode;
  /** Labels of real services behind a demo sign-in. */
  realServices: readonly string[];
  /** Address to open afterwards; checked by `returnPath`. */
  next: string;
  signedInAs: string | undefined;
  reason: SignInReason;
  people: Record<Role, { name: string }>;
  /** Drawn beside the form; with `isTelling` also below it where the window is narrow. */
  picture: { content: ReactNode; isTelling: boolean };
}

export function SignInView({ picture, ...way }: SignInViewProps) {
  return (
    <main className="flex min-h-dvh flex-col xl:grid xl:grid-cols-[minmax(32rem,2fr)_3fr]">
      <WayIn {...way} />
      <div
        className={classNames(
          'justify-center border-line bg-surface px-4 py-12 max-xl:border-t sm:px-8 xl:border-l',
          picture.isTelling
            ? 'items-start max-md:hidden md:flex xl:pt-[14vh]'
            : 'items-center max-xl:hidden xl:flex',
        )}
      >
        {picture.content}
      </div>
    </main>
  );
}

function WayIn({ signIn, realServices, next, signedInAs, reason, people }: Omit<SignInViewProps, 'picture'>) {
  return (
    // Aligned to the top: centred, both columns would move while the page loads.
    <div className="mx-auto flex w-full max-w-lg flex-col gap-6 px-4 py-12 xl:pt-[14vh]">
      <header className="flex flex-col gap-1">
        <div className="mb-4">
          <Brand />
        </div>
        <h1 className="text-xl font-semibold tracking-tight">Sign in</h1>
        <p className="text-text-muted">
          Which entities may use which master records, and the item journal lines of the company.
        </p>
      </header>
      <SignInNotice reason={reason} signIn={signIn} />
      {signIn === 'demo' && (
        <Banner tone="warning" title="Demo sign-in">
          Anyone who can reach this address can sign in. Choose whose work you want to see; no password is
          needed.
        </Banner>
      )}
      {signIn === 'demo' && realServices.length > 0 && (
        <Banner tone="danger" title="Changes made here are real">
          This console works on {servicesInWords(realServices)}. A person who signs in as security
          administrator changes access there, for everybody.
        </Banner>
      )}
      {signedInAs !== undefined && (
        <div className="flex flex-wrap items-center gap-3 rounded-md border border-line bg-surface px-4 py-3 text-sm">
          <span className="min-w-0 flex-1 basis-48 wrap-break-word">
            You are signed in as <strong className="font-semibold">{signedInAs}</strong>.
          </span>
          <a href={next} className={buttonClasses('secondary')}>
            Continue
          </a>
        </div>
      )}
      {signIn === 'demo' ? <DemoSignIn next={next} people={people} /> : <OidcSignIn next={next} />}
    </div>
  );
}

function servicesInWords(labels: readonly string[]): string {
  const names = new Intl.ListFormat('en', { type: 'conjunction' }).format(
    labels.map((label) => `“${label}”`),
  );
  return `the real ${plural(labels.length, 'service', 'services')} ${names}`;
}

/** Plain links: the browser leaves the console. */
function OidcSignIn({ next }: { next: string }) {
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
