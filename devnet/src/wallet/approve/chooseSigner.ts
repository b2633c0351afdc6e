import { element } from './element.ts'

/** Shows the choice of the signing account, and the message, which contains its address. */
export function chooseSigner({ accounts, message, row }: chooseSigner.Options): {
  /** Index of the selected account. */
  account: () => number
  choice: HTMLElement
  text: HTMLElement
} {
  let account = accounts[0]!
  const text = element('pre', { class: 'message', tabindex: '0' }, message(account))
  const choices = accounts.map((index) =>
    element(
      'label',
      { class: 'choice' },
      element('input', {
        type: 'radio',
        name: 'account',
        checked: index === account,
        change() {
          account = index
          text.replaceChildren(message(account))
        },
      }),
      row(index),
    ),
  )
  const legend = element('legend', {}, 'Account')
  const choice =
    accounts.length > 1
      ? element('fieldset', { class: 'choices few' }, legend, ...choices)
      : row(account)
  return { account: () => account, choice, text }
}

export declare namespace chooseSigner {
  type Options = {
    /** Indexes, at least one; the first is selected. */
    accounts: readonly number[]
    message: (account: number) => string
    row: (account: number) => HTMLElement
  }
}
