'use client';

import type { ReactNode } from 'react';
import { Confirm } from '@/components/ui/overlays/modal';
import { counted } from '@/lib/domain/counted';
import type { SignedInPerson } from './signed-in-people';

export type EndQuestion =
  { kind: 'here' } | { kind: 'everywhere'; isDemo: boolean } | { kind: 'person'; person: SignedInPerson };

interface EndConfirmationProps {
  question: EndQuestion | null;
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export function EndConfirmation({ question, isPending, onConfirm, onClose }: EndConfirmationProps) {
  const words = question === null ? null : wordsOf(question);
  return (
    <Confirm
      {...{ isPending, onConfirm, onClose }}
      title={words?.title}
      isOpen={words !== null}
      yes={words?.confirm}
      no="Cancel"
      isDanger
    >
      {words?.body}
    </Confirm>
  );
}

function wordsOf(question: EndQuestion): { title: string; body: ReactNode; confirm: string } {
  if (question.kind === 'here') {
    return {
      title: 'Sign out of this browser?',
      body: 'This session ends. Your other sessions stay.',
      confirm: 'Sign out',
    };
  }
  if (question.kind === 'everywhere') {
    return {
      title: 'Sign out everywhere?',
      body: question.isDemo
        ? 'All sessions of this demo role end, those of other people too.'
        : 'All your sessions end, this one too.',
      confirm: 'Sign out everywhere',
    };
  }
  const { name, sessions, isOneself } = question.person;
  return {
    title: `Sign out ${name} everywhere?`,
    body: `${counted(sessions.length, 'session')} will end${isOneself ? ', the one you are using too' : ''}. What was typed and not sent is lost. Roles are not changed.`,
    confirm: 'Sign out everywhere',
  };
}
