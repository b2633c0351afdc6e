import './tryIt.css'
import { FoyerConnectButton, useAccount, useCapabilities } from '@foyer/ui/react'
import { SendToken } from './SendToken.tsx'
import { SendTransaction } from './SendTransaction.tsx'
import { SignMessage } from './SignMessage.tsx'
import { SignTypedData } from './SignTypedData.tsx'
import { SwitchNetwork } from './SwitchNetwork.tsx'

/** What a site asks a connected wallet for. */
export function TryIt() {
  const { address, namespace, status } = useAccount()
  const can = useCapabilities({ namespace })
  const connected = status === 'connected' && address !== undefined
  return (
    <section id="try" className="section">
      <h2>Try it</h2>
      <p>
        {connected
          ? 'Ask the connected wallet for what your site would ask for.'
          : 'Once a wallet is connected, your site can ask it to sign, to send and to change networks.'}
      </p>
      {connected ? (
        // Another account begins afresh.
        <ul className="asks" key={address}>
          {can.signMessage && <SignMessage address={address} namespace={namespace} />}
          {can.signTypedData && <SignTypedData address={address} />}
          {can.send && <SendToken />}
          {/* What a transaction is made of differs by chain family: this one is of EVM chains. */}
          {can.sendTransaction && namespace === 'eip155' && <SendTransaction />}
          <SwitchNetwork />
        </ul>
      ) : (
        <p className="asks-none">
          <FoyerConnectButton />
        </p>
      )}
    </section>
  )
}
