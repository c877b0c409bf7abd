import { Banner } from './banner';

interface OlderDataProps {
  /** What could not be read, where a sentence begins with it. */
  what: string;
  /** Why, in whole sentences. */
  detail: string;
  /** When it was read, in words. */
  asOf?: string | undefined;
  /** Whether the page asks again by itself. */
  isRetried?: boolean;
  className?: string | undefined;
}

/** Older data is on the screen, for nothing newer could be read: said in the same words on every page. */
export function OlderData({ what, detail, asOf, isRetried = true, className }: OlderDataProps) {
  return (
    <Banner
      tone="warning"
      title={asOf === undefined ? 'Shown as it was before' : `Shown as of ${asOf}`}
      className={className}
    >
      {what} could not be read again. {detail}
      {isRetried && ' The page goes on trying.'}
    </Banner>
  );
}
