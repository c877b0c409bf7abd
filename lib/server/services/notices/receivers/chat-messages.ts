import 'server-only';
import { factsInWords, type Message } from './message';

/** "Notice 12", so that a person recognises a repeated message. */
function numberWords({ number }: Message): string {
  return number === null ? 'Test message' : `Notice ${String(number)}`;
}

/** An adaptive card, as a Workflows address of Microsoft Teams takes it. */
export function teamsMessage(message: Message, link: string) {
  const { title, text } = message;
  const block = (words: string, more: object = {}) => ({
    type: 'TextBlock',
    text: plain(words),
    wrap: true,
    ...more,
  });
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      block(title, { size: 'Medium', weight: 'Bolder' }),
      block(text),
      {
        type: 'FactSet',
        facts: factsInWords(message).map(([name, value]) => ({ title: plain(name), value: plain(value) })),
      },
      block(numberWords(message), { isSubtle: true, size: 'Small' }),
    ],
    actions: [{ type: 'Action.OpenUrl', title: 'Open in the console', url: link }],
  };
  const attachment = {
    contentType: 'application/vnd.microsoft.card.adaptive',
    contentUrl: null,
    content: card,
  };
  return { type: 'message', attachments: [attachment] };
}

/** Adaptive cards read Markdown; labels of connections are shown as they are. */
function plain(text: string): string {
  return text.replaceAll(/[\\`*_[\]()#<>~|]/g, (sign) => `\\${sign}`);
}

/** Blocks of an incoming webhook of Slack, with a text for notifications. */
export function slackMessage(message: Message, link: string) {
  const { title, text } = message;
  const lines = factsInWords(message).map(([name, value]) => `${name}: ${value}`);
  const section = (words: string) => ({ type: 'section', text: { type: 'plain_text', text: words } });
  return {
    text: escaped(title),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: title.slice(0, 150) } },
      section([text, ...lines].join('\n').slice(0, 3_000)),
      {
        type: 'context',
        elements: [{ type: 'mrkdwn', text: `<${link}|Open in the console> · ${numberWords(message)}` }],
      },
    ],
  };
}

/** Slack reads these three signs even in plain texts. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
