import type { ToApproval } from '../messages.ts'
import { chooseAccounts } from './chooseAccounts.ts'
import { unlock } from './devwallet_unlock.ts'
import { sendTransaction } from './eth_sendTransaction.ts'
import { signTypedData } from './eth_signTypedData_v4.ts'
import { personalSign } from './personal_sign.ts'
import type { Screen } from './screen.ts'
import { addChain } from './wallet_addEthereumChain.ts'
import { switchChain } from './wallet_switchEthereumChain.ts'
import { watchAsset } from './wallet_watchAsset.ts'

/** Finds the screen for a request: the one list of what the wallet asks. */
export function screenOf({ request, chain }: ToApproval): Screen {
  switch (request.method) {
    case 'eth_requestAccounts':
      return chooseAccounts({ chain, selected: request.selected, accept: 'Connect' })
    case 'wallet_requestPermissions':
      return chooseAccounts({ chain, selected: request.selected, accept: 'Approve' })
    case 'devwallet_unlock':
      return unlock()
    case 'personal_sign':
      return personalSign(request)
    case 'eth_signTypedData_v4':
      return signTypedData(request)
    case 'eth_sendTransaction':
      return sendTransaction({ chain, ...request })
    case 'wallet_switchEthereumChain':
      return switchChain({ from: chain, to: request.target })
    case 'wallet_addEthereumChain':
      return addChain(request)
    case 'wallet_watchAsset':
      return watchAsset(request.token)
  }
}
