import type { Page } from '@playwright/test';

/** What a screen reader is given of a page. */
export interface Heard {
  /** The node in focus: "switch Customer 10000, entity 000, has access, checked"; '' when it is the page itself. */
  focus: string;
  /** The texts of the live regions, in reading order. */
  live: string[];
  /** The records that head the rows of the matrix and the entities that head its columns, in reading order. */
  rows: string[];
  columns: string[];
}

/** Reads Chromium's accessibility tree. */
export async function heard(page: Page): Promise<Heard> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  type Node = (typeof nodes)[number];
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const textOf = (value: Node['name']) => (value?.value === undefined ? '' : String(value.value));
  const stateOf = (node: Node, name: string): unknown =>
    node.properties?.find((property) => property.name === name)?.value.value;
  const within = (node: Node): Node[] => [
    node,
    ...(node.childIds ?? []).map((id) => byId.get(id)).flatMap((child) => (child ? within(child) : [])),
  ];
  const [root] = nodes;
  const all = root === undefined ? [] : within(root);
  const named = (...roles: string[]) => all.filter((node) => roles.includes(textOf(node.role)));
  const focused = all.find((node) => node !== root && stateOf(node, 'focused') === true);
  const checked = focused === undefined ? undefined : stateOf(focused, 'checked');
  const state = checked === undefined ? '' : checked === 'true' ? ', checked' : ', not checked';
  return {
    focus: focused === undefined ? '' : `${textOf(focused.role)} ${textOf(focused.name)}${state}`,
    live: named('status', 'alert').map((region) =>
      within(region)
        .filter(({ role }) => textOf(role) === 'StaticText')
        .map(({ name }) => textOf(name))
        .join(' '),
    ),
    rows: named('rowheader').map(({ name }) => textOf(name)),
    columns: named('columnheader')
      .map(({ name }) => textOf(name))
      .slice(2)
      .map((name) => name.split(/[ ,]/)[0] ?? ''),
  };
}
