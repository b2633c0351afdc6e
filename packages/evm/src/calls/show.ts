import type { Calls } from '@foyer/core'
import { ask } from '../ask.ts'

/** @source https://eips.ethereum.org/EIPS/eip-5792#wallet_showcallsstatus */
export const show: Calls['show'] = async ({ chainId, id, provider }) => {
  await ask(provider, { method: 'wallet_showCallsStatus', params: [id], chainId })
}
