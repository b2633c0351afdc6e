import { addNetwork } from './addNetwork.ts'
import { switchNetwork } from './switchNetwork.ts'

/** What moves a wallet, in one chunk: to switch may take adding. */
export const networkChanges = { addNetwork, switchNetwork }
