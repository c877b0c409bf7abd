/** What the console tells people about by itself. */
export const noticeKinds = [
  'outside-changes',
  'change-sets',
  'log',
  'interface',
  'doubtful-read',
  'connection-down',
  'secret-expiring',
  'month-end',
] as const;

export type NoticeKind = (typeof noticeKinds)[number];

export const receiverKinds = ['webhook', 'mail', 'teams', 'slack'] as const;

export type ReceiverKind = (typeof receiverKinds)[number];

/** Given up: tried for a day; a person can send it again. */
export const deliveryStates = ['waiting', 'delivered', 'given-up'] as const;

export type DeliveryState = (typeof deliveryStates)[number];
