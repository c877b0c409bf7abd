'use client';

import { useId, useState, type FormEvent } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/feedback/banner';
import { Checkbox } from '@/components/ui/fields/checkbox';
import { Select } from '@/components/ui/fields/select';
import { TextField } from '@/components/ui/fields/text-field';
import { notify } from '@/components/ui/feedback/toast-store';
import { Sheet } from '@/components/ui/overlays/modal';
import { isSignedOut, problemOf } from '@/lib/client/api';
import { askAgain } from '@/lib/client/asked-again';
import { addReceiver, allNotices, changeReceiver } from '@/lib/client/notices';
import { noticeKinds, receiverKinds, type NoticeKind, type ReceiverKind } from '@/lib/contract/notice-kinds';
import type { Receiver } from '@/lib/contract/notices';
import { noticeWords, receiverWords } from '@/lib/domain/notices/notice-words';
import { addressFault } from '@/lib/domain/notices/receiver-address';

interface ReceiverFormProps {
  /** Null: closed. */
  edited: Receiver | 'new' | null;
  hasMail: boolean;
  allowsPrivate: boolean;
  onClose: () => void;
}

type Field = 'name' | 'address' | 'secret' | 'notices';

/** Adds a receiver or changes one; of a known one, an empty address or secret stays as it is. */
export function ReceiverForm({ edited, hasMail, allowsPrivate, onClose }: ReceiverFormProps) {
  const known = edited === 'new' ? null : edited;
  const formId = useId();
  const client = useQueryClient();
  const [kind, setKind] = useState<ReceiverKind>(known?.kind ?? 'webhook');
  const [name, setName] = useState(known?.name ?? '');
  const [address, setAddress] = useState(known?.kind === 'mail' ? known.shownAddress : '');
  const [secret, setSecret] = useState('');
  const [notices, setNotices] = useState<readonly NoticeKind[]>(known?.notices ?? noticeKinds);
  const [faults, setFaults] = useState<Partial<Record<Field, string>>>({});
  const words = receiverWords[kind];
  const save = useMutation({
    mutationFn: () => {
      const given = {
        name: name.trim(),
        notices: [...notices],
        ...(address.trim() !== '' && { address: address.trim() }),
        ...(kind === 'webhook' && secret !== '' && { secret }),
      };
      return known === null
        ? addReceiver({ ...given, kind, address: address.trim() })
        : changeReceiver(known.id, given);
    },
    onSuccess: () => {
      notify.success(known === null ? `${name.trim()} was added` : `${name.trim()} was changed`, {
        description: known === null ? '“Test” shows whether messages arrive.' : undefined,
      });
      onClose();
    },
    onError: (error) => {
      const { errors = [], code, detail } = problemOf(error);
      const told = errors.map(({ path, message }) => [path.split('.')[0] ?? '', message]);
      setFaults(code === 'conflict' ? { name: detail } : (Object.fromEntries(told) as typeof faults)); // paths are field names
    },
    onSettled: () => askAgain(client, allNotices),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrongAddress =
      known !== null && address.trim() === '' ? null : addressFault(kind, address.trim(), allowsPrivate);
    const found: typeof faults = {
      ...(name.trim() === '' && { name: 'Give it a name.' }),
      ...(wrongAddress !== null && { address: wrongAddress }),
      ...(kind === 'webhook' &&
        secret !== '' &&
        secret.length < 16 && { secret: 'Give 16 characters at least.' }),
      ...(notices.length === 0 && { notices: 'Choose one at least.' }),
    };
    setFaults(found);
    if (Object.keys(found).length === 0 && !save.isPending) save.mutate();
  };
  const lacksMail = kind === 'mail' && !hasMail;
  const isUnexplained = save.error !== null && !isSignedOut(save.error) && Object.keys(faults).length === 0;
  return (
    <Sheet
      title={known === null ? 'Add a receiver' : `Change ${known.name}`}
      isOpen={edited !== null}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            isPending={save.isPending}
            isDisabled={lacksMail}
          >
            {known === null ? 'Add' : 'Save'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {isUnexplained && (
          <Banner tone="danger" title="The receiver was not saved">
            {problemOf(save.error).detail}
          </Banner>
        )}
        {known === null && (
          <Select
            label="Kind"
            value={kind}
            onChange={setKind}
            options={receiverKinds.map((value) => ({ value, label: receiverWords[value].title }))}
          />
        )}
        {lacksMail && (
          <Banner tone="warning">
            The operator has set no mail server (MAIL_URL), so nobody can get mail.
          </Banner>
        )}
        <TextField
          label="Name"
          value={name}
          onChange={setName}
          maxLength={80}
          autoComplete="off"
          data-autofocus=""
          errorMessage={faults.name}
        />
        <TextField
          label={
            kind === 'mail' ? words.address : `${words.address} (https${allowsPrivate ? ' or http' : ''})`
          }
          value={address}
          onChange={setAddress}
          maxLength={2_000}
          autoComplete="off"
          spellCheck={false}
          translate="no"
          placeholder={known === null ? undefined : `Unchanged: ${known.shownAddress}`}
          description={
            kind === 'mail'
              ? words.hint
              : `${words.hint} Only its host is shown later: the rest may be a secret.`
          }
          errorMessage={faults.address}
        />
        {kind === 'webhook' && (
          <TextField
            label="Secret that signs the messages (optional)"
            type="password"
            value={secret}
            onChange={setSecret}
            maxLength={200}
            autoComplete="new-password"
            placeholder={known?.hasSecret === true ? 'Unchanged' : undefined}
            description="16 characters at least. The console never shows it again."
            errorMessage={faults.secret}
          />
        )}
        <fieldset className="flex flex-col gap-1">
          <legend className="mb-1 text-xs font-medium text-text-muted">What it is told</legend>
          {noticeKinds.map((one) => (
            <Checkbox
              key={one}
              isSelected={notices.includes(one)}
              onChange={(isSelected) =>
                setNotices(
                  noticeKinds.filter((other) => (other === one ? isSelected : notices.includes(other))),
                )
              }
              className="items-start py-1"
            >
              <span className="block font-medium">{noticeWords[one].title}</span>
              <span className="block text-xs text-text-muted">{noticeWords[one].when}</span>
            </Checkbox>
          ))}
          {faults.notices !== undefined && (
            <p role="alert" className="text-xs text-danger">
              {faults.notices}
            </p>
          )}
        </fieldset>
      </form>
    </Sheet>
  );
}
