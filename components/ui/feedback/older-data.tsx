import { Banner } from './banner';

interface OlderDataProps {
  /** Begins a sentence: what could not be read. */
  what: string;
  detail: string;
  asOf?: string | undefined;
  isRetried?: boolean;
  /** A first read broke off: the data is the part that had arrived. */
  isPart?: boolean;
  className?: string | undefined;
}

export function OlderData(props: OlderDataProps) {
  const { what, detail, asOf, isRetried = true, isPart = false, className } = props;
  const title = asOf === undefined ? 'Shown as it was before' : `Shown as of ${asOf}`;
  return (
    <Banner tone="warning" title={isPart ? 'Not complete' : title} className={className}>
      {what} could not be read {isPart ? 'to the end' : 'again'}. {detail}
      {isRetried && ' The page goes on trying.'}
    </Banner>
  );
}
