import {
  type Abi,
  type Address,
  concat,
  createWalletClient,
  defineChain,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  getCreate2Address,
  type Hex,
  http,
  isAddressEqual,
  parseGwei,
  zeroHash,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { devnetDeployer } from '../accounts.ts'

/** Sends the deployer's transactions in a fixed order, because addresses depend on the nonce. */
export type Sender = {
  /**
   * Deploys at the next nonce.
   * @throws Error if the address is not the expected one or the constructor reverted.
   */
  deploy: (options: {
    bytecode: Hex
    abi?: Abi
    args?: readonly unknown[]
    at?: Address
  }) => Promise<Address>
  /**
   * Deploys through the CREATE2 factory that is on every public chain: the address follows from the code and the salt alone.
   * @throws Error if the address is not the expected one or the constructor reverted.
   */
  deployByCode: (options: {
    bytecode: Hex
    at: Address /** @default 0 */
    salt?: Hex
  }) => Promise<Address>
  /** Calls a contract. @throws Error that names the function if it reverted. */
  call: (options: {
    to: Address
    abi: Abi
    functionName: string
    args: readonly unknown[]
    value?: bigint
  }) => Promise<void>
}

/** @source https://github.com/Arachnid/deterministic-deployment-proxy */
const create2Factory = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

function mustBe(made: Address, expected: Address) {
  if (!isAddressEqual(made, expected))
    throw new Error(`addresses.ts says ${expected} where the deployment makes ${made}: correct it`)
}

/** Creates the deployer's sender for a fresh chain. */
export function createSender({ url, chainId }: { url: string; chainId: number }): Sender {
  const account = privateKeyToAccount(devnetDeployer.privateKey)
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const chain = defineChain({
    id: chainId,
    name: 'devnet',
    nativeCurrency,
    rpcUrls: { default: { http: [url] } },
  })
  const client = createWalletClient({ account, chain, transport: http(url) })
  let nonce = 0

  const send = async (what: string, request: { to?: Address; data: Hex; value?: bigint }) => {
    const serializedTransaction = await account.signTransaction({
      ...request,
      type: 'eip1559',
      chainId,
      nonce: nonce++,
      gas: 6_000_000n,
      maxFeePerGas: parseGwei('10'),
      maxPriorityFeePerGas: 0n,
    })
    const receipt = await client.sendRawTransactionSync({ serializedTransaction })
    if (receipt.status !== 'success') throw new Error(`The devnet's set-up reverted: ${what}`)
  }

  return {
    async deploy({ bytecode, abi = [], args = [], at }) {
      const address = getContractAddress({ from: account.address, nonce: BigInt(nonce) })
      if (at) mustBe(address, at)
      const data = args.length > 0 ? encodeDeployData({ abi, bytecode, args }) : bytecode
      await send(`deployment of ${address}`, { data })
      return address
    },
    async deployByCode({ bytecode, at, salt = zeroHash }) {
      const address = getCreate2Address({ from: create2Factory, salt, bytecode })
      mustBe(address, at)
      await send(`deployment of ${address}`, {
        to: create2Factory,
        data: concat([salt, bytecode]),
      })
      return address
    },
    async call({ to, abi, functionName, args, value = 0n }) {
      const data = encodeFunctionData({ abi, functionName, args })
      await send(`${functionName}(${args.join(', ')})`, { to, data, value })
    },
  }
}
