import { Banner } from './banner';

interface OlderDataProps {
  /** Begins a sentence: what could not be read. */
  what: string;
  /** Whole sentences. */
  detail: string;
  /** In words. */
  asOf?: string | undefined;
  isRetried?: boolean;
  className?: string | undefined;
}

/** Says in the same words on every page that the shown data is older. */
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
