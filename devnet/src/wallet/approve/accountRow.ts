import { devnetAccounts } from '../../evm/accounts.ts'
import { element } from './element.ts'
import { shortAddress } from './facts.ts'

/** Draws the disc with an account's number; the hue tells accounts apart at a glance. */
function accountDisc(index: number): HTMLElement {
  const disc = element('span', { class: 'disc', 'aria-hidden': 'true' }, String(index))
  disc.style.setProperty('--hue', String((index * 137 + 210) % 360))
  return disc
}

/** Draws an account: disc, name, address. */
export function accountRow(index: number): HTMLElement {
  return element(
    'span',
    { class: 'account' },
    accountDisc(index),
    element(
      'span',
      {},
      element('strong', {}, `Account ${index}`),
      shortAddress(devnetAccounts[index]!.address),
    ),
  )
}
