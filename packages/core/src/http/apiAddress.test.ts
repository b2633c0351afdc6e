import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testFoyer } from '../testFoyer.test.kit.ts'
import { apiAddress } from './apiAddress.ts'

/** Any character; fast-check's own unit takes seconds to build. */
const character = fc
  .oneof(fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code))
const apiUrl = 'https://api.example/base/'

test('returns undefined without apiUrl', () => {
  expect(apiAddress(testFoyer(), '/e')).toBeUndefined()
})

test('carries project and SDK; lists are joined, missing values omitted', () => {
  const foyer = testFoyer({ apiUrl, sdkType: 'st', sdkVersion: 's v' })
  expect(apiAddress(foyer, '/a/{id}', { id: 'x/y' }, { n: 1, list: ['a', 'b'], none: [] })).toBe(
    'https://api.example/base/a/x%2Fy?projectId=project&st=st&sv=s+v&n=1&list=a%2Cb',
  )
  expect(apiAddress(foyer, '/a', {}, { left: undefined, zero: 0, no: false })).toBe(
    'https://api.example/base/a?projectId=project&st=st&sv=s+v&zero=0&no=false',
  )
})

test('keeps the address under its path for any name', () => {
  const foyer = testFoyer({ apiUrl })
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: character }), fc.constantFrom('.', '..', '%2e')),
      (id) => {
        const address = apiAddress(foyer, '/getWalletImage/{id}', { id })
        expect(address === undefined).toBe(['', '.', '..'].includes(id))
        if (address === undefined) return
        const { origin, pathname } = new URL(address)
        expect(origin).toBe('https://api.example')
        expect(pathname).toMatch(/^\/base\/getWalletImage\/[^/]+$/)
      },
    ),
  )
})

test.each(['', '.', '..'])('error: %j would lead to another path', (id) => {
  expect(apiAddress(testFoyer({ apiUrl }), '/a/{id}', { id })).toBeUndefined()
})

test('accepts half of a surrogate pair', () => {
  expect(apiAddress(testFoyer({ apiUrl }), '/a/{id}', { id: 'x\ud800' })).toContain(
    '/a/x%EF%BF%BD?',
  )
})
