import { SegmentedControl } from '@/components/ui/fields/segmented-control';
import type { FileFormat } from '@/lib/contract/access/file-kinds';

const formats = [
  { value: 'xlsx', label: 'Excel' },
  { value: 'csv', label: 'CSV' },
] as const;

interface FileFormatChoiceProps {
  value: FileFormat;
  onChange: (format: FileFormat) => void;
}

export function FileFormatChoice({ value, onChange }: FileFormatChoiceProps) {
  return <SegmentedControl label="Format" value={value} onChange={onChange} options={formats} />;
}
