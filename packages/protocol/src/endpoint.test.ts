import fc from 'fast-check'
import * as v from 'valibot'
import { expect, expectTypeOf, test } from 'vitest'
import type { TokenBalance } from './api/getBalance.ts'
import { getBalance } from './api/getBalance.ts'
import type { getWalletImage } from './api/getWalletImage.ts'
import type { getWallets } from './api/getWallets.ts'
import type { postEvent } from './api/postEvent.ts'
import {
  type BodyOf,
  commonQuery,
  errorBody,
  integer,
  list,
  type PathNames,
  type QueryInput,
  type QueryOutput,
  type ResponseOf,
} from './endpoint.ts'
import { listUnbounded } from './growLeaves.test.kit.ts'

test('every call has a project id; type and version are optional', () => {
  const ok = (query: unknown) => v.safeParse(commonQuery, query).success
  expect(ok({ projectId: 'p' })).toBe(true)
  expect(ok({ projectId: 'p', st: 'foyer', sv: 'html-wagmi-4.2.2' })).toBe(true)
  expect(ok({})).toBe(false)
  expect(ok({ projectId: '' })).toBe(false)
  const largest = { projectId: 'p'.repeat(128), st: 's'.repeat(64), sv: 'v'.repeat(128) }
  expect(listUnbounded(commonQuery, largest)).toEqual([])
})

test('reads a whole number in a query from text or number, within its bounds', () => {
  const schema = integer(1, 100)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), (n) => {
      expect(v.parse(schema, n)).toBe(n)
      expect(v.parse(schema, String(n))).toBe(n)
    }),
  )
  for (const bad of ['', ' ', '0', '101', '1.5', 'x', '-1', 'NaN', 'Infinity', null, undefined, []])
    expect(v.safeParse(schema, bad).success, JSON.stringify(bad)).toBe(false)
})

test('reads a list in a query from text or array', () => {
  expect(v.parse(list, 'a, b,,c ')).toEqual(['a', 'b', 'c'])
  expect(v.parse(list, ['a', ' b '])).toEqual(['a', 'b'])
  expect(v.parse(list, '')).toEqual([])
})

test('a failure has a code and a message', () => {
  const body = { error: { code: 'unauthorized', message: 'no', field: 'projectId' } }
  expect(v.parse(errorBody, body)).toEqual(body)
  expect(v.safeParse(errorBody, { error: 'no' }).success).toBe(false)
})

test('types follow the schemas', () => {
  expectTypeOf<PathNames<typeof getBalance.path>>().toEqualTypeOf<'address'>()
  expectTypeOf<PathNames<'/a/{b}/c/{d}'>>().toEqualTypeOf<'b' | 'd'>()
  expectTypeOf<PathNames<'/a'>>().toEqualTypeOf<never>()
  expectTypeOf<QueryInput<typeof getWallets>['page']>().toEqualTypeOf<string | number | undefined>()
  expectTypeOf<QueryOutput<typeof getWallets>['page']>().toEqualTypeOf<number>()
  expectTypeOf<BodyOf<typeof getWallets>>().toEqualTypeOf<undefined>()
  expectTypeOf<BodyOf<typeof postEvent>['props']['type']>().toEqualTypeOf<string>()
  expectTypeOf<ResponseOf<typeof getWalletImage>>().toEqualTypeOf<Blob>()
  expectTypeOf<ResponseOf<typeof getBalance>>().toEqualTypeOf<{ balances: TokenBalance[] }>()
  expect(getBalance.body).toBeUndefined()
})
