import {
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import {
  getCode,
  prepareTransactionRequest,
  sendRawTransaction,
  signAuthorization,
  signTransaction,
} from 'viem/actions'
import { devnetAddresses } from '../../evm/addresses.ts'
import type { WalletChain } from '../config.ts'
import type { BatchCall } from '../messages.ts'
import { accountRow } from './accountRow.ts'
import { exactAmount } from './amounts.ts'
import { chainClient } from './chainClient.ts'
import { element } from './element.ts'
import { facts } from './facts.ts'
import type { Screen } from './screen.ts'

const abi = parseAbi(['function execute(bytes32 mode, bytes executionData) payable'])
const list = parseAbiParameters('(address to, uint256 value, bytes data)[]')

/** Several calls, of which all or none happen, without other data. @source ERC-7821 */
const batchMode = `0x01${'00'.repeat(31)}` as const

/** The code of an account that uses the devnet's `batch`. @source EIP-7702 */
const delegated = concatHex(['0xef0100', devnetAddresses.batch]).toLowerCase()

/**
 * Asks to send several calls as one transaction: the account calls itself with the devnet's `batch` code, which the same
 * transaction gives it if it has another one.
 */
export function sendCalls({ account, calls, chain }: sendCalls.Options): Screen {
  const client = chainClient(chain, account)
  const { address } = client.account
  const parts = calls.map(({ data = '0x', to, value = '0x0' }) => ({
    ...{ to, data, value: BigInt(value) },
  }))
  return {
    title: `Send ${parts.length} calls together`,
    wants: `asks you to send ${parts.length} calls, all or none`,
    accept: 'Send',
    body: [
      accountRow(account),
      ...parts.map(({ data, to, value }) =>
        element(
          'div',
          {},
          facts([
            ['To', getAddress(to)],
            ['Sends', `${exactAmount(value, 18)} ${chain.symbol}`],
            ['Network', chain.name],
          ]),
          element(
            'details',
            {},
            element('summary', {}, 'Data'),
            element('pre', { class: 'message', tabindex: '0' }, data),
          ),
        ),
      ),
    ],
    async run() {
      const code = await getCode(client, { address })
      const authorizationList =
        code?.toLowerCase() === delegated
          ? undefined
          : [
              await signAuthorization(client, {
                ...{ contractAddress: devnetAddresses.batch, executor: 'self' as const },
              }),
            ]
      const data = encodeFunctionData({
        abi,
        functionName: 'execute',
        args: [batchMode, encodeAbiParameters(list, [parts])],
      })
      // The account pays for each call from its own balance.
      const request = { to: address, data, value: 0n, authorizationList }
      const prepared = await prepareTransactionRequest(client, request as { to: typeof address })
      const serializedTransaction = await signTransaction(client, prepared)
      return sendRawTransaction(client, { serializedTransaction })
    },
  }
}

export declare namespace sendCalls {
  type Options = { chain: WalletChain; account: number; calls: readonly BatchCall[] }
}
