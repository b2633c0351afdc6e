/** A site as in the docs, with every way to connect. Compiled against the published packages. */
import { createFoyer, isFoyerError, sendTransaction, signMessage } from '@foyer/core'
import { embedded } from '@foyer/embedded'
import { base, evm, mainnet } from '@foyer/evm'
import { solana, solanaMainnet } from '@foyer/solana'
import { FoyerButton, FoyerProvider, useAccount } from '@foyer/ui/react'
import { walletConnect } from '@foyer/walletconnect'
import { createRoot } from 'react-dom/client'

const projectId = 'consumer'
const foyer = createFoyer({
  projectId,
  adapters: [evm(), solana()],
  networks: [mainnet, base, solanaMainnet],
  connectors: [
    walletConnect({ projectId }),
    embedded({ loginUrl: 'https://login.example.org', projectId }),
  ],
})

async function say(): Promise<string> {
  try {
    await signMessage(foyer, { message: 'Hello' })
    return await sendTransaction(foyer, { transaction: { to: '0x', value: 1n } })
  } catch (error) {
    return isFoyerError(error) ? error.code : 'unknown'
  }
}

function Greeting() {
  const { address, status } = useAccount()
  return (
    <button type="button" onClick={() => void say()}>
      {status === 'connected' ? address : 'Hello'}
    </button>
  )
}

createRoot(document.querySelector('#root') as HTMLElement).render(
  <FoyerProvider foyer={foyer}>
    <FoyerButton />
    <Greeting />
  </FoyerProvider>,
)
