import * as core from '@foyer/core'
import { type FoyerError, signMessage, type TransactionReceipt } from '@foyer/core'
import type { HistoryTransaction, TokenBalance } from '@foyer/protocol/api'
import { expect, expectTypeOf, test } from 'vitest'
import type {
  Balance,
  HistoryData,
  HistoryQuery,
  Identity,
  Mutation,
  MutationState,
  NftsData,
  Query,
  QueryState,
} from '../react.ts'
import * as hooks from '../react.ts'

const mutations = [
  'useBuyToken',
  'useConnect',
  'useDisconnect',
  'usePay',
  'useReconnect',
  'useRegisterName',
  'useRequestPayment',
  'useRequestPermissions',
  'useRevokePermission',
  'useSelectAccount',
  'useSendCalls',
  'useSendNft',
  'useSendToken',
  'useSendTransaction',
  'useShowCallsStatus',
  'useSignAllTransactions',
  'useSignIn',
  'useSignMessage',
  'useSignOut',
  'useSignTransaction',
  'useSignTypedData',
  'useSwitchNetwork',
] as const
const queries = [
  'useBalance',
  'useCallsStatus',
  'useHistory',
  'useIdentity',
  'useOnramp',
  'useOnrampQuote',
  'useNames',
  'useNfts',
  'usePermissions',
  'useSignInSession',
  'useSupportedPermissions',
  'useSwapTokens',
  'useTokens',
  'useWaitForCallsStatus',
  'useWaitForOnramp',
  'useWaitForTransaction',
  'useCapabilities',
] as const
/** Hooks that return their value directly. */
const readers = [
  'useAccount',
  'useSupportedRequests',
  'useConnections',
  'useEvents',
  'useFoyer',
  'useModal',
  'useNetwork',
  'useSendForm',
  'useSwap',
  'useSwapCrossings',
  'useTheme',
]

type Returned<name extends keyof typeof hooks> = ReturnType<
  Extract<(typeof hooks)[name], (...given: never) => unknown>
>
type Data<state> = state extends { status: 'success'; data: infer data } ? data : never

test('every hook is a mutation, a query, or a plain read', () => {
  const names = Object.keys(hooks).filter((name) => name.startsWith('use'))
  expect(names.sort()).toEqual([...mutations, ...queries, ...readers].sort())
})

test('every user action has a hook of its name', () => {
  const actions = Object.keys(core).filter((name) =>
    /^(sign|send|switch|select|waitFor)[A-Z]|^(connect|disconnect|reconnect)$/.test(name),
  )
  expect(actions).toContain(signMessage.name)
  const hookOf = (name: string) => name.replace(/^./, (letter) => `use${letter.toUpperCase()}`)
  expect(actions.map(hookOf).filter((name) => !(name in hooks))).toEqual([])
})

test('every mutation and every query has all fields of its kind', () => {
  type MutationFields = keyof Mutation<unknown, unknown>
  expectTypeOf<MutationFields>().toEqualTypeOf<
    | 'mutate'
    | 'mutateAsync'
    | 'data'
    | 'variables'
    | 'error'
    | 'status'
    | 'isIdle'
    | 'isPending'
    | 'isSuccess'
    | 'isError'
    | 'reset'
  >()
  expectTypeOf<Returned<(typeof mutations)[number]>>().toHaveProperty('mutateAsync')
  expectTypeOf<Exclude<MutationFields, keyof Returned<(typeof mutations)[number]>>>().toBeNever()
  type QueryFields = keyof Query<unknown>
  expectTypeOf<QueryFields>().toEqualTypeOf<
    | 'data'
    | 'error'
    | 'status'
    | 'isPending'
    | 'isSuccess'
    | 'isError'
    | 'isFetching'
    | 'isLoading'
    | 'refetch'
  >()
  expectTypeOf<Exclude<QueryFields, keyof Returned<(typeof queries)[number]>>>().toBeNever()
})

test('the status narrows the types of data and error', () => {
  type State = MutationState<string, { message: string }>
  expectTypeOf<State['status']>().toEqualTypeOf<'idle' | 'pending' | 'success' | 'error'>()
  type Idle = Extract<State, { isIdle: true }>
  expectTypeOf<Idle['status']>().toEqualTypeOf<'idle'>()
  expectTypeOf<Idle['data'] | Idle['variables']>().toEqualTypeOf<undefined>()
  expectTypeOf<Extract<State, { isSuccess: true }>['data']>().toEqualTypeOf<string>()
  expectTypeOf<Extract<State, { isError: true }>['error']>().toEqualTypeOf<FoyerError>()
  expectTypeOf<Extract<State, { isPending: true }>['variables']>().toEqualTypeOf<{
    message: string
  }>()
  type Read = QueryState<bigint>
  expectTypeOf<Read['status']>().toEqualTypeOf<'pending' | 'success' | 'error'>()
  expectTypeOf<Extract<Read, { isSuccess: true }>['data']>().toEqualTypeOf<bigint>()
  expectTypeOf<Extract<Read, { isPending: true }>['data']>().toEqualTypeOf<undefined>()
  expectTypeOf<Extract<Read, { isError: true }>['error']>().toEqualTypeOf<FoyerError>()
  // Also through a hook, which returns one object.
  const narrow = (sign: Returned<'useSignMessage'>) => (sign.isSuccess ? sign.data : sign.error)
  expectTypeOf(narrow).returns.toEqualTypeOf<string | FoyerError | null>()
})

test('a history has the fields of an infinite query as well', () => {
  type Returns = Returned<'useHistory'>
  expectTypeOf<Returns>().toEqualTypeOf<HistoryQuery>()
  expectTypeOf<Exclude<keyof Returns, keyof Query<unknown>>>().toEqualTypeOf<
    'fetchNextPage' | 'hasNextPage' | 'isFetchingNextPage'
  >()
  expectTypeOf<Returns['hasNextPage']>().toEqualTypeOf<boolean>()
  expectTypeOf<Awaited<ReturnType<Returns['fetchNextPage']>>>().toEqualTypeOf<
    QueryState<HistoryData>
  >()
})

test("data has the type of the action's result", () => {
  expectTypeOf<Data<Returned<'useSignMessage'>>>().toEqualTypeOf<string>()
  expectTypeOf<Data<Returned<'useSignAllTransactions'>>>().toEqualTypeOf<string[]>()
  expectTypeOf<Data<Returned<'useSendToken'>>>().toEqualTypeOf<string>()
  expectTypeOf<Data<Returned<'useSwitchNetwork'>>>().toEqualTypeOf<void>()
  expectTypeOf<Data<Returned<'useBalance'>>>().toEqualTypeOf<Balance>()
  expectTypeOf<Data<Returned<'useHistory'>>>().toEqualTypeOf<HistoryData>()
  expectTypeOf<
    Data<Returned<'useHistory'>>['transactions'][number]
  >().toEqualTypeOf<HistoryTransaction>()
  expectTypeOf<Data<Returned<'useIdentity'>>>().toEqualTypeOf<Identity>()
  expectTypeOf<Data<Returned<'useNfts'>>>().toEqualTypeOf<NftsData>()
  expectTypeOf<Data<Returned<'useSendNft'>>>().toEqualTypeOf<string>()
  expectTypeOf<Data<Returned<'useTokens'>>>().toEqualTypeOf<readonly TokenBalance[]>()
  expectTypeOf<Data<Returned<'useWaitForTransaction'>>>().toEqualTypeOf<TransactionReceipt>()
})

test('variables are optional only if the action needs none', () => {
  type Calls<name extends (typeof mutations)[number]> = Parameters<Returned<name>['mutateAsync']>
  expectTypeOf<[]>().toExtend<Calls<'useDisconnect'>>()
  expectTypeOf<[{ namespace: 'solana' }]>().toExtend<Calls<'useDisconnect'>>()
  expectTypeOf<[]>().toExtend<Calls<'useReconnect'>>()
  expectTypeOf<[]>().not.toExtend<Calls<'useConnect'>>()
  expectTypeOf<[]>().not.toExtend<Calls<'useSignMessage'>>()
  expectTypeOf<Calls<'useSendToken'>>().toEqualTypeOf<[variables: core.sendToken.Parameters]>()
  expectTypeOf<ReturnType<Returned<'useSignMessage'>['mutate']>>().toEqualTypeOf<void>()
})
