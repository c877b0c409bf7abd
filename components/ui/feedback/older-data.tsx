import { Banner } from './banner';

interface OlderDataProps {
  /** Begins a sentence: what could not be read. */
  what: string;
  detail: string;
  asOf?: string | undefined;
  isRetried?: boolean;
  className?: string | undefined;
}

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
