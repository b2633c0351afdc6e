import {
  type Adapter,
  type Connector,
  FoyerError,
  readAccount,
  type Transaction,
  type TypedData,
} from '@foyer/core'
import { expect, onTestFinished, test, vi } from 'vitest'
import { address, open, testFoyer } from '../testFoyer.test.kit.ts'
import { rendered, renderHook } from './renderHook.test.kit.tsx'
import { useConnect } from './useConnect.ts'
import { useDisconnect } from './useDisconnect.ts'
import { useReconnect } from './useReconnect.ts'
import { useSelectAccount } from './useSelectAccount.ts'
import { useSendToken } from './useSendToken.ts'
import { useSendTransaction } from './useSendTransaction.ts'
import { useSignAllTransactions } from './useSignAllTransactions.ts'
import { useSignMessage } from './useSignMessage.ts'
import { useSignTransaction } from './useSignTransaction.ts'
import { useSignTypedData } from './useSignTypedData.ts'
import { useSwitchNetwork } from './useSwitchNetwork.ts'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const transaction = { to: bob } as unknown as Transaction
const typedData: TypedData = { types: {}, primaryType: 'Visit', message: {} }

/** A connected wallet whose adapter has the methods of `adapter`. */
async function connected(adapter: Partial<Adapter>) {
  const made = await testFoyer()
  Object.assign(made.foyer.adapters.eip155 ?? {}, adapter)
  return made
}

/** A wallet that signs on demand, each text separately. */
async function slowSigner() {
  const answers = new Map<string, ReturnType<typeof open>>()
  const made = await connected({
    async signMessage({ message }) {
      const answer = open()
      answers.set(message, answer)
      await answer.promise
      return `signed ${message}`
    },
  })
  const answer = async (message: string) => {
    await expect.poll(() => answers.has(message)).toBe(true)
    return answers.get(message) as ReturnType<typeof open>
  }
  return { ...made, answer }
}

const idle = {
  status: 'idle',
  data: undefined,
  error: null,
  variables: undefined,
  isIdle: true,
  isPending: false,
  isSuccess: false,
  isError: false,
}

test('a mutation is idle, pending, then a success with its data, and idle again after a reset', async () => {
  const { answer, foyer } = await slowSigner()
  const hook = await renderHook(foyer, () => useSignMessage())
  const first = hook.current
  expect(first).toMatchObject(idle)
  first.mutate({ message: 'one' })
  const variables = { message: 'one' }
  await expect
    .poll(() => hook.current)
    .toMatchObject({ ...idle, status: 'pending', variables, isIdle: false, isPending: true })
  ;(await answer('one')).resolve()
  await expect
    .poll(() => hook.current)
    .toMatchObject({
      ...idle,
      status: 'success',
      data: 'signed one',
      variables,
      isIdle: false,
      isSuccess: true,
    })
  // Stable, for the dependencies of an effect.
  expect(hook.current.mutate).toBe(first.mutate)
  expect(hook.current.mutateAsync).toBe(first.mutateAsync)
  expect(hook.current.reset).toBe(first.reset)
  hook.current.reset()
  await expect.poll(() => hook.current).toMatchObject(idle)
})

test('a failure is always a FoyerError; mutate causes no unhandled rejection, mutateAsync rejects', async () => {
  const unhandled: unknown[] = []
  const listen = (event: PromiseRejectionEvent) => {
    event.preventDefault()
    unhandled.push(event.reason)
  }
  window.addEventListener('unhandledrejection', listen)
  onTestFinished(() => window.removeEventListener('unhandledrejection', listen))
  let thrown: unknown = { code: 4001, message: 'No.' }
  const { foyer } = await connected({ signMessage: () => Promise.reject(thrown) })
  const hook = await renderHook(foyer, () => useSignMessage())

  hook.current.mutate({ message: 'one' })
  await expect.poll(() => hook.current.error?.code).toBe('user-rejected')
  expect(hook.current).toMatchObject({ status: 'error', isError: true, data: undefined })
  expect(hook.current.error).toBeInstanceOf(FoyerError)

  thrown = 'a word'
  await expect(hook.current.mutateAsync({ message: 'two' })).rejects.toMatchObject({
    name: 'FoyerError',
    code: 'unknown',
  })
  await expect.poll(() => hook.current.error?.code).toBe('unknown')
  // Browsers report an unhandled rejection a turn later.
  await rendered()
  expect(unhandled).toEqual([])
})

test('an exception in a callback goes to the console and keeps the state', async () => {
  const { answer, foyer } = await slowSigner()
  const hook = await renderHook(foyer, () => useSignMessage())
  const unhandled = open()
  const listen = (event: PromiseRejectionEvent) => {
    event.preventDefault()
    unhandled.reject(event.reason)
  }
  window.addEventListener('unhandledrejection', listen)
  onTestFinished(() => window.removeEventListener('unhandledrejection', listen))
  const onSuccess = () => {
    throw new Error('A mistake of the site')
  }
  hook.current.mutate({ message: 'one' }, { onSuccess })
  ;(await answer('one')).resolve()
  await expect(unhandled.promise).rejects.toThrow('A mistake of the site')
  await expect.poll(() => hook.current.data).toBe('signed one')
})

test('the state is that of the last call, and the promise of each call settles', async () => {
  const { answer, foyer } = await slowSigner()
  const hook = await renderHook(foyer, () => useSignMessage())
  const received: string[] = []
  const first = hook.current.mutateAsync({ message: 'one' })
  hook.current.mutate({ message: 'two' }, { onSuccess: (data) => received.push(data) })
  const third = hook.current.mutateAsync({ message: 'three' })
  ;(await answer('three')).resolve()
  expect(await third).toBe('signed three')
  await expect.poll(() => hook.current.data).toBe('signed three')
  ;(await answer('two')).resolve()
  ;(await answer('one')).reject(new FoyerError('user-rejected'))
  await expect(first).rejects.toMatchObject({ code: 'user-rejected' })
  await rendered()
  expect(hook.current).toMatchObject({ data: 'signed three', error: null, status: 'success' })
  expect(hook.all.map(({ data }) => data)).not.toContain('signed two')
  expect(received).toEqual([])
})

test('ignores a result after a reset, and its promise settles', async () => {
  const { answer, foyer } = await slowSigner()
  const hook = await renderHook(foyer, () => useSignMessage())
  const call = hook.current.mutateAsync({ message: 'one' })
  await expect.poll(() => hook.current.isPending).toBe(true)
  hook.current.reset()
  await expect.poll(() => hook.current.status).toBe('idle')
  ;(await answer('one')).resolve()
  expect(await call).toBe('signed one')
  await rendered()
  expect(hook.current.status).toBe('idle')
})

test('unmounting silently drops the state: no callback, no warning, and the promise still settles', async () => {
  const { answer, foyer } = await slowSigner()
  const hook = await renderHook(foyer, () => useSignMessage())
  const received: unknown[] = []
  const spy = vi.spyOn(console, 'error').mockImplementation((...words) => received.push(words))
  onTestFinished(() => spy.mockRestore())
  const call = hook.current.mutateAsync({ message: 'one' })
  hook.current.mutate({ message: 'two' }, { onSuccess: (data) => received.push(data) })
  hook.current.mutate({ message: 'three' }, { onSuccess: (data) => received.push(data) })
  const answers = [await answer('one'), await answer('two'), await answer('three')]
  const renders = hook.all.length
  hook.unmount()
  for (const { resolve } of answers) resolve()
  expect(await call).toBe('signed one')
  await rendered()
  expect(received).toEqual([])
  expect(hook.all).toHaveLength(renders)
})

test('callbacks run for the last call', async () => {
  const { answer, foyer } = await slowSigner()
  const hook = await renderHook(foyer, () => useSignMessage())
  const received: unknown[] = []
  const callbacks = {
    onSuccess: (data: string, variables: object) => received.push([data, variables]),
    onError: ({ code }: FoyerError, variables: object) => received.push([code, variables]),
  }
  hook.current.mutate({ message: 'one' }, callbacks)
  ;(await answer('one')).resolve()
  await expect.poll(() => received).toEqual([['signed one', { message: 'one' }]])
  hook.current.mutate({ message: 'two' }, callbacks)
  ;(await answer('two')).reject(new FoyerError('user-rejected'))
  await expect.poll(() => received[1]).toEqual(['user-rejected', { message: 'two' }])
})

test('asks the wallet synchronously in the click', async () => {
  const asked: string[] = []
  const { foyer } = await connected({
    async signMessage({ message }) {
      asked.push(message)
      return ''
    },
  })
  const hook = await renderHook(foyer, () => useSignMessage())
  hook.current.mutate({ message: 'one' })
  expect(asked).toEqual(['one'])
})

test("each way to sign and to send returns the wallet's result", async () => {
  const { foyer } = await connected({
    signTypedData: async ({ typedData: { primaryType } }) => `typed ${primaryType}`,
    signTransactions: async ({ transactions }) => transactions.map((_, index) => `signed ${index}`),
    sendTransaction: async () => '0xsent',
    send: async ({ amount, to }) => `0x${amount} to ${to}`,
  })
  const hook = await renderHook(foyer, () => ({
    typed: useSignTypedData(),
    one: useSignTransaction(),
    all: useSignAllTransactions(),
    transaction: useSendTransaction(),
    token: useSendToken(),
  }))
  hook.current.typed.mutate({ typedData })
  hook.current.one.mutate({ transaction })
  await expect
    .poll(() => [hook.current.typed.data, hook.current.one.data])
    .toEqual(['typed Visit', 'signed 0'])
  hook.current.all.mutate({ transactions: [transaction, transaction] })
  await expect.poll(() => hook.current.all.data).toEqual(['signed 0', 'signed 1'])
  hook.current.transaction.mutate({ transaction })
  await expect.poll(() => hook.current.transaction.data).toBe('0xsent')
  hook.current.token.mutate({ amount: 5n, to: bob })
  await expect.poll(() => hook.current.token.data).toBe(`0x5 to ${bob}`)
  hook.current.token.mutate({ amount: 0n, to: bob })
  await expect.poll(() => hook.current.token.error?.code).toBe('amount-and-receiver-required')
  expect(readAccount(foyer).transactions.map(({ hash }) => hash)).toEqual([
    `0x5 to ${bob}`,
    '0xsent',
  ])
})

test("the hook's namespace applies to each call without one", async () => {
  const { foyer } = await connected({ signMessage: async () => 'of Ethereum' })
  const hook = await renderHook(foyer, () => useSignMessage({ namespace: 'solana' }))
  await expect(hook.current.mutateAsync({ message: 'one' })).rejects.toMatchObject({
    code: 'not-connected',
  })
  const named = hook.current.mutateAsync({ message: 'one', namespace: 'eip155' })
  expect(await named).toBe('of Ethereum')
})

test('connects, switches, disconnects and reconnects', async () => {
  const { connector, foyer, wallet } = await testFoyer({ connected: false })
  const hook = await renderHook(foyer, () => ({
    connect: useConnect(),
    disconnect: useDisconnect(),
    reconnect: useReconnect(),
    switchNetwork: useSwitchNetwork(),
  }))
  expect(hook.current.connect.connectors.map(({ id }) => id)).toEqual([connector.id])
  await hook.current.connect.mutateAsync({ connector })
  expect(readAccount(foyer).address).toBe(address)
  await hook.current.switchNetwork.mutateAsync({ chainId: 'eip155:137' })
  expect(readAccount(foyer).chainId).toBe('eip155:137')
  await expect(
    hook.current.switchNetwork.mutateAsync({ chainId: 'eip155:999' }),
  ).rejects.toMatchObject({ code: 'network-undefined' })
  await expect.poll(() => hook.current.switchNetwork.variables?.chainId).toBe('eip155:999')

  hook.current.disconnect.mutate()
  await expect.poll(() => hook.current.disconnect.isSuccess).toBe(true)
  expect(readAccount(foyer).status).toBe('disconnected')
  hook.current.reconnect.mutate()
  await expect.poll(() => hook.current.reconnect.status).toBe('success')

  await hook.current.connect.mutateAsync({ connector })
  wallet.answer = () => Promise.reject(new Error('It does not want to.'))
  hook.current.disconnect.mutate()
  await expect.poll(() => hook.current.disconnect.error?.code).toBe('disconnect-failed')
  expect(readAccount(foyer).status).toBe('disconnected')
})

test('selects another account of the wallet, and rejects an unknown one', async () => {
  const { connector, foyer } = await testFoyer({ connected: false })
  const both: Connector = {
    ...connector,
    async connect(parameters) {
      const session = await connector.connect(parameters)
      return { ...session, accounts: [{ address }, { address: bob }] }
    },
  }
  const hook = await renderHook(foyer, () => ({
    connect: useConnect(),
    select: useSelectAccount(),
  }))
  await hook.current.connect.mutateAsync({ connector: both })
  hook.current.select.mutate({ address: bob })
  await expect.poll(() => hook.current.select.status).toBe('success')
  expect(readAccount(foyer).address).toBe(bob)
  hook.current.select.mutate({ address: '0xnobody' })
  await expect.poll(() => hook.current.select.error?.code).toBe('address-invalid')
})
