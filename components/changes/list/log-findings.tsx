import { Instant } from '@/components/ui/instant';
import type { Verification } from '@/lib/contract/changes/verification';
import { counted } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';

export function LogFindings({ result }: { result: Verification }) {
  const { summary, checkedAt, faults, moreFaults, gaps, remarks, checkpoints, key } = result;
  return (
    <>
      <p>
        <span className="font-medium">{summary}</span> Checked at <Instant at={checkedAt} look="time" />.
      </p>
      {(faults.length > 0 || gaps.length > 0 || remarks.length > 0 || checkpoints.folderFault !== null) && (
        <ul className="mt-1 list-disc pl-4 text-text-muted">
          {faults.map(({ seq, message }, at) => (
            <li key={at}>
              {seq === null ? '' : `Entry ${inDigits(seq)}: `}
              {message}
            </li>
          ))}
          {moreFaults > 0 && <li>and {counted(moreFaults, 'more fault')}</li>}
          {gaps.map(({ seq, headSeq, lostSeq, lostAt }) => (
            <li key={seq}>
              An older copy of the database was put back: entries {inDigits(headSeq + 1)} to{' '}
              {inDigits(lostSeq)} or later, up to <Instant at={lostAt} />, are lost.
            </li>
          ))}
          {checkpoints.folderFault !== null && <li>{checkpoints.folderFault}</li>}
          {remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      )}
      <p className="mt-1 text-xs break-all text-text-muted">
        Fingerprint of the key that signs:{' '}
        <code translate="no" className="font-mono">
          {key}
        </code>
      </p>
    </>
  );
}
