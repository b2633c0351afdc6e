import { decodeFunctionData, erc20Abi, getAddress, type Hex } from 'viem'
import {
  getBalance,
  prepareTransactionRequest,
  readContract,
  sendRawTransaction,
  signTransaction,
} from 'viem/actions'
import type { WalletChain } from '../config.ts'
import type { TransactionRequest } from '../messages.ts'
import { accountRow } from './accountRow.ts'
import { exactAmount, roughAmount, shortAmount } from './amounts.ts'
import { chainClient } from './chainClient.ts'
import { element } from './element.ts'
import { type Fact, facts } from './facts.ts'
import type { Screen } from './screen.ts'

type Client = ReturnType<typeof chainClient>

/** Describes an error in one short line, without the encoded error data. */
function said(error: unknown): string {
  const { shortMessage } = error as { shortMessage?: unknown }
  const text = typeof shortMessage === 'string' ? shortMessage : String(error)
  return text.replace(/:?\s*(0x)?[0-9a-f]{64,}/gi, '').slice(0, 160)
}

/** Gas limit for a transaction that the user sends although its gas can not be estimated. */
const failingGas = 500_000n

/** Describes a call to a token, if it is a transfer or an approval. */
function tokenCall(data: Hex | undefined) {
  try {
    const call = decodeFunctionData({ abi: erc20Abi, data: data ?? '0x' })
    if (call.functionName === 'transfer' || call.functionName === 'approve') return call
  } catch {
    // Show other data unchanged.
  }
  return undefined
}

async function tokenAmount(client: Client, token: Hex, amount: bigint): Promise<string> {
  const contract = { address: token, abi: erc20Abi } as const
  const [decimals, symbol] = await Promise.all([
    readContract(client, { ...contract, functionName: 'decimals' }),
    readContract(client, { ...contract, functionName: 'symbol' }),
  ])
  return `${exactAmount(amount, decimals)} ${symbol}`
}

/** Asks to send a transaction: shows the amount, the receiver, the network and the fee. */
export function sendTransaction({ chain, account, transaction }: sendTransaction.Options): Screen {
  const client = chainClient(chain, account)
  const { to, data } = transaction
  const value = BigInt(transaction.value ?? 0)
  const ether = `${exactAmount(value, 18)} ${chain.symbol}`
  const request = {
    to: to ?? null,
    value,
    data,
    gas: transaction.gas && BigInt(transaction.gas),
    nonce: transaction.nonce && Number(transaction.nonce),
    ...(transaction.gasPrice
      ? { gasPrice: BigInt(transaction.gasPrice) }
      : {
          maxFeePerGas: transaction.maxFeePerGas && BigInt(transaction.maxFeePerGas),
          maxPriorityFeePerGas:
            transaction.maxPriorityFeePerGas && BigInt(transaction.maxPriorityFeePerGas),
        }),
  }
  const prepare = (gas = request.gas) =>
    prepareTransactionRequest(client, { ...request, gas } as { to: Hex; gas: bigint })
  let failing = false
  const warning = element('p', { class: 'warning', role: 'alert', hidden: true })
  const warn = (text: string) => {
    warning.hidden = false
    warning.replaceChildren(`This is likely to fail. ${text}`)
  }
  const fee = Promise.all([prepare(), getBalance(client, client.account)]).then(
    ([{ gas, maxFeePerGas, gasPrice }, balance]) => {
      const most = gas * (maxFeePerGas ?? gasPrice ?? 0n)
      if (value + most > balance) {
        warn(`The account has only ${shortAmount(balance, 18)} ${chain.symbol}.`)
      }
      return `≤ ${roughAmount(most, 18)} ${chain.symbol}`
    },
    (error: unknown) => {
      failing = true
      warn(said(error))
      throw error
    },
  )
  const call = to ? tokenCall(data) : undefined
  const lines: Fact[] = []
  let headline: Node | string = ether
  let title = 'Send'
  if (call && to) {
    const [party, amount] = call.args
    const isTransfer = call.functionName === 'transfer'
    const text = element('span', {}, '…')
    tokenAmount(client, to, amount).then(
      (shown) => text.replaceChildren(shown),
      () => text.replaceChildren(`${amount} units of ${to}`),
    )
    headline = text
    title = isTransfer ? 'Send tokens' : 'Allow spending'
    lines.push([isTransfer ? 'To' : 'Spender', party], ['Token', getAddress(to)])
    if (value > 0n) lines.push(['Also sends', ether])
  } else if (to) {
    lines.push(['To', getAddress(to)])
    if (data && data !== '0x') title = 'Call a contract'
  } else {
    title = 'Deploy a contract'
  }
  lines.push(['Network', chain.name], ['Fee', fee])
  return {
    title,
    wants: 'asks you to send a transaction',
    accept: 'Send',
    body: [
      element('p', { class: 'amount' }, headline),
      warning,
      accountRow(account),
      facts(lines),
      ...(data && data !== '0x' && !call
        ? [
            element(
              'details',
              {},
              element('summary', {}, 'Data'),
              element('pre', { class: 'message', tabindex: '0' }, data),
            ),
          ]
        : []),
    ],
    async run() {
      // Prepare it again, because nonce and fees may have changed while the user was reading.
      const prepared = await prepare(failing ? request.gas || failingGas : request.gas)
      const serializedTransaction = await signTransaction(client, prepared)
      return sendRawTransaction(client, { serializedTransaction })
    },
  }
}

export declare namespace sendTransaction {
  type Options = {
    chain: WalletChain
    account: number
    transaction: TransactionRequest
  }
}
