import { encodeOperationSignature, operationDigest, toHex } from '@foyer/decode/internal'
import { createFaucet, devnetAccounts, devnetAddresses, type EvmChain } from '@foyer/devnet'
import { createWalletClient, encodeFunctionData, erc20Abi, type Hex, hexToBigInt, http } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

const { account: implementation, usdc } = devnetAddresses
const receiver = '0x00000000000000000000000000000000000051a0'
const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [receiver, 1n] })
const calls = [{ to: usdc, value: '0', data }]

/** Smart accounts with dollars and no coins. */
async function openUsers(chain: EvmChain, count: number): Promise<PrivateKeyAccount[]> {
  const payer = privateKeyToAccount(devnetAccounts[7]!.privateKey)
  const wallet = createWalletClient({ account: payer, transport: http(chain.url) })
  const users = Array.from({ length: count }, () => privateKeyToAccount(generatePrivateKey()))
  const authorizationList = await Promise.all(
    users.map((user) =>
      user.signAuthorization({ address: implementation, chainId: chain.chainId, nonce: 0 }),
    ),
  )
  await wallet.sendTransactionSync({ chain: null, to: payer.address, authorizationList })
  const faucet = createFaucet(chain)
  for (const { address: to } of users)
    await faucet.giveToken({ to, token: usdc, amount: 10n ** 9n })
  return users
}

type Sponsor = { readonly url: string; readonly token: string; readonly paymaster: string }

/**
 * Operations of ERC-4337: built with paymaster and bundler, signed, sent, until the bundler has them in a block.
 * @returns each as a function
 */
export async function operations(
  chain: EvmChain,
  { paymaster, token, url }: Sponsor,
  { count, users: size }: { count: number; users: number },
): Promise<(() => Promise<void>)[]> {
  const users = await openUsers(chain, size)
  const ask = async <answer>(path: string, body: object): Promise<answer> => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    const answer = (await response.json()) as answer
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer
  }
  const chainId = `eip155:${chain.chainId}`
  return Array.from({ length: count }, (_, index) => async () => {
    const user = users[index % users.length]!
    const caller = {
      projectId: 'bench',
      origin: 'https://bench.example',
      user: 'a-user-of-the-bench',
    }
    const own = { ...caller, chainId, account: user.address, calls }
    const operation = await ask<Record<string, Hex>>('/internal/operation', {
      ...{ ...own, paymaster: { url: paymaster } },
    })
    const { paymaster: by, paymasterData, ...numbers } = operation
    const read = Object.fromEntries(
      Object.entries(numbers).map(([name, value]) => [name, hexToBigInt(value)]),
    )
    const full = {
      ...(read as Record<keyof typeof numbers, bigint>),
      ...{ account: user.address, chainId: BigInt(chain.chainId) },
      ...{ paymaster: by, paymasterData, validUntil: BigInt(Math.floor(Date.now() / 1000) + 600) },
    } as Parameters<typeof operationDigest>[1]
    const hash = toHex(operationDigest([{ to: usdc, value: '0x0', data }], full)) as Hex
    const signature = encodeOperationSignature(await user.sign({ hash }), full)
    const sent = await ask<{ hash: Hex }>('/internal/operation/send', {
      ...{ ...own, operation, signature },
    })
    for (;;) {
      const { state } = await ask<{ state: string }>('/internal/operation/state', {
        ...{ chainId, hash: sent.hash },
      })
      if (state === 'mined') return
      if (state === 'failed') throw new Error('An operation failed')
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })
}
