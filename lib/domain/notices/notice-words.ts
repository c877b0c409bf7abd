import type { DeliveryState, NoticeKind, ReceiverKind } from '@/lib/contract/notice-kinds';

/** What people call each kind of notice, and when it is sent. */
export const noticeWords: Record<NoticeKind, { title: string; when: string }> = {
  'outside-changes': {
    title: 'Changes made outside',
    when: 'A read finds access that this console did not change: one message a read.',
  },
  'change-sets': {
    title: 'Change sets',
    when: 'A set of changes ends with refused changes, or the console pauses it. Single switches are not told.',
  },
  log: { title: 'Log not intact', when: 'The log does not verify, or entries of it are lost.' },
  interface: {
    title: 'Interface changed',
    when: 'The service declares other fields than the console expects.',
  },
  'doubtful-read': {
    title: 'Doubtful read',
    when: 'The service lists so much less access than before that the read is in doubt.',
  },
  'connection-down': {
    title: 'Connection down',
    when: 'A service has not answered for ten minutes, and when it answers again.',
  },
  'secret-expiring': {
    title: 'Secret expires',
    when: 'A secret for the service or for sign-in expires within 14 days; again within 3 days, and when it has expired.',
  },
  'month-end': {
    title: 'Month-end checks',
    when: 'Once a month, on the day that the operator set: how many journal lines each check finds.',
  },
};

export const receiverWords: Record<ReceiverKind, { title: string; address: string; hint: string }> = {
  webhook: {
    title: 'Webhook',
    address: 'Address',
    hint: 'Gets each message as JSON: a CloudEvents 1.0 envelope.',
  },
  mail: {
    title: 'Mail',
    address: 'Mail addresses',
    hint: 'Up to 20 addresses, separated by commas.',
  },
  teams: {
    title: 'Microsoft Teams',
    address: 'Address of the workflow',
    hint: 'From the workflow “Post to a channel when a webhook request is received”.',
  },
  slack: {
    title: 'Slack',
    address: 'Address of the incoming webhook',
    hint: 'From “Incoming Webhooks” of your Slack app.',
  },
};

export const deliveryWords: Record<DeliveryState, string> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  'given-up': 'Given up',
};
