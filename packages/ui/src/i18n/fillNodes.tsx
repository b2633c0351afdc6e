import { Fragment, type ReactNode } from 'react'

/** Replaces `{name}` in a message by elements, in the order of its language. */
export function fillNodes(message: string, nodes: Readonly<Record<string, ReactNode>>): ReactNode {
  return message.split(/(\{\w+\})/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never move
    <Fragment key={index}>{nodes[/^\{(\w+)\}$/.exec(part)?.[1] ?? ''] ?? part}</Fragment>
  ))
}
