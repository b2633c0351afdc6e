import { element } from './element.ts'
import type { Screen } from './screen.ts'

/** Asks which accounts the site may see. @returns (when run) Their indexes, the one selected before first. */
export function chooseAccounts({ accounts, selected, accept }: chooseAccounts.Options): Screen {
  const before = selected.length > 0 ? selected : [0]
  const boxes: HTMLInputElement[] = []
  const rows = accounts.map((row, index) => {
    const box = element('input', { type: 'checkbox', checked: before.includes(index) })
    boxes.push(box)
    const balance = element('span', { class: 'balance' })
    row.balance?.then(
      (text) => balance.replaceChildren(text),
      // A balance is decoration here: connecting works without the chain.
      () => balance.replaceChildren('no answer'),
    )
    return element('label', { class: 'choice' }, box, row.account, balance)
  })
  return {
    title: accept === 'Connect' ? 'Connect' : 'Choose accounts',
    wants: 'wants to see your accounts and suggest transactions',
    accept,
    body: [
      element('fieldset', { class: 'choices' }, element('legend', {}, 'Accounts'), ...rows),
      element('p', { class: 'note' }, 'It cannot move anything without asking you again.'),
    ],
    async run() {
      const chosen = boxes.flatMap((box, index) => (box.checked ? [index] : []))
      // The account that was selected stays first.
      return [...before.filter((index) => chosen.includes(index)), ...chosen].filter(
        (index, at, all) => all.indexOf(index) === at,
      )
    },
  }
}

export declare namespace chooseAccounts {
  type Options = {
    /** By account index. */
    accounts: readonly {
      account: HTMLElement
      /** Words for what it holds; none where no chain can be asked. */
      balance?: Promise<string> | undefined
    }[]
    /** Indexes that are permitted already. */
    selected: readonly number[]
    accept: 'Connect' | 'Approve'
  }
}
