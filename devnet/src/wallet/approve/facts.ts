import { element } from './element.ts'

/** A labelled line; its value may arrive later. */
export type Fact = readonly [label: string, value: string | Promise<string>]

/**
 * Draws label and value pairs; a value that arrives later does not change its line's height.
 *
 * @param wide Leaves room for labels chosen by the site.
 */
export function facts(lines: readonly Fact[], { wide = false } = {}): HTMLElement {
  return element(
    'dl',
    { class: wide ? 'facts wide' : 'facts' },
    ...lines.map(([label, value]) => {
      const shown = element('dd', {}, typeof value === 'string' ? value : '…')
      if (typeof value !== 'string') {
        value.then(
          (text) => shown.replaceChildren(text),
          () => shown.replaceChildren('unknown'),
        )
      }
      return element('div', {}, element('dt', {}, label), shown)
    }),
  )
}

/** `0x1234…abcd`, with the full address on hover and when copied. */
export function shortAddress(address: string): HTMLElement {
  const text = `${address.slice(0, 6)}…${address.slice(-4)}`
  return element('span', { title: address, class: 'address' }, text)
}
