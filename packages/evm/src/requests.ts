import { addNetwork } from './addNetwork.ts'
import { readSwapCall } from './readSwapCall.ts'
import { send } from './send.ts'
import { sendNft } from './sendNft.ts'
import { sendTransaction } from './sendTransaction.ts'
import { signMessage } from './signMessage.ts'
import { signTypedData } from './signTypedData.ts'
import { switchNetwork } from './switchNetwork.ts'

/** Requests to a connected wallet, in one chunk that loads on connect. */
export const requests = {
  addNetwork,
  readSwapCall,
  send,
  sendNft,
  sendTransaction,
  signMessage,
  signTypedData,
  switchNetwork,
}
