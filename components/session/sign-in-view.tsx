import { Brand } from '@/components/shell/brand';
import { Banner } from '@/components/ui/banner';
import { buttonClasses } from '@/components/ui/button-classes';
import { DemoSignIn } from './demo-sign-in';

interface SignInViewProps {
  /** Where to go afterwards; a path checked by `returnPath`. */
  next: string;
  /** Who is signed in already, if anybody. */
  signedInAs: string | undefined;
}

/** The sign-in page of a demo console. */
export function SignInView({ next, signedInAs }: SignInViewProps) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-lg flex-col justify-center gap-6 px-4 py-12">
      <header className="flex flex-col gap-1">
        <div className="mb-4">
          <Brand />
        </div>
        <h1 className="text-xl font-semibold tracking-tight">Sign in</h1>
        <p className="text-text-muted">
          Which entities may use which master records, and the item journal lines of the company.
        </p>
      </header>
      <Banner tone="warning" title="Demo sign-in">
        Anyone who can reach this address can sign in. Choose whose work you want to see; no password is
        needed.
      </Banner>
      {signedInAs !== undefined && (
        <div className="flex flex-wrap items-center gap-3 rounded-md border border-line bg-surface px-4 py-3 text-sm">
          <span className="min-w-0 flex-1">
            You are signed in as <strong className="font-semibold">{signedInAs}</strong>.
          </span>
          {/* A plain link: the page behind it has to be asked for anew. */}
          <a href={next} className={buttonClasses('secondary')}>
            Continue
          </a>
        </div>
      )}
      <DemoSignIn next={next} />
    </main>
  );
}
