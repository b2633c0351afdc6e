/** What moves a wallet, in one chunk: to switch may take adding. */
export { addNetwork } from './addNetwork.ts'
export { switchNetwork } from './switchNetwork.ts'
