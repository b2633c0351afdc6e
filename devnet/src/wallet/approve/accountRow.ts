import { devnetAccounts } from '../../evm/accounts.ts'
import { solanaAccounts } from '../../solana/solanaAccounts.ts'
import { element } from './element.ts'
import { shortAddress } from './facts.ts'

/** Draws a disc with an account's number; the hue helps to tell accounts apart. */
function accountDisc(index: number): HTMLElement {
  const disc = element('span', { class: 'disc', 'aria-hidden': 'true' }, String(index))
  disc.style.setProperty('--hue', String((index * 137 + 210) % 360))
  return disc
}

function row(index: number, address: string, name: string): HTMLElement {
  return element(
    'span',
    { class: 'account' },
    accountDisc(index),
    element('span', {}, element('strong', {}, name), shortAddress(address)),
  )
}

/** Draws an EVM account: disc, name, address. */
export function accountRow(index: number): HTMLElement {
  return row(index, devnetAccounts[index]!.address, `Account ${index}`)
}

/** Draws a Solana account: disc, names, address. */
export function solanaAccountRow(index: number): HTMLElement {
  const { address, name } = solanaAccounts[index]!
  return row(index, address, `Account ${index}, ${name}`)
}
