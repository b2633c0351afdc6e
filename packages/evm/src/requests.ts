import { addNetwork } from './addNetwork.ts'
import { send } from './send.ts'
import { sendTransaction } from './sendTransaction.ts'
import { signMessage } from './signMessage.ts'
import { signTypedData } from './signTypedData.ts'
import { switchNetwork } from './switchNetwork.ts'

/** What a connected wallet is asked for, in one chunk: it loads as a whole when a wallet connects. */
export const requests = {
  addNetwork,
  send,
  sendTransaction,
  signMessage,
  signTypedData,
  switchNetwork,
}
