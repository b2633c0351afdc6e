/** A script without a page: reads a balance from the chain at the given URL, and prints the error of a rejected call. */
import { createFoyer, getNativeBalance, isFoyerError, signMessage } from '@foyer/core'
import { defineNetwork, evm } from '@foyer/evm'

const [url = '', address = ''] = process.argv.slice(2)
const foyer = createFoyer({
  projectId: 'consumer',
  adapters: [evm()],
  networks: [
    defineNetwork({
      id: 31337,
      name: 'Local',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [url] } },
    }),
  ],
})
const balance = await getNativeBalance(foyer, { address, chainId: 'eip155:31337' })
const refusal = await signMessage(foyer, { message: 'Hello' }).catch((error: unknown) => error)
console.log(`${balance} ${isFoyerError(refusal) ? refusal.code : refusal}`)
