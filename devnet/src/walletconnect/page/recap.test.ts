import { expect, test } from 'vitest'
import { grantRecap } from './recap.ts'

const recapOf = (att: object) =>
  `urn:recap:${Buffer.from(JSON.stringify({ att })).toString('base64').replace(/=+$/, '')}`

test('fills in the chains of supported methods, and drops other methods', () => {
  const asked = recapOf({
    eip155: {
      'request/personal_sign': [{}],
      'request/eth_sign': [{}],
      'request/eth_sendTransaction': [{}],
    },
    'https://notes.example': { 'crud/read': [{ max: 'ä' }] },
  })
  const [first, granted] = grantRecap(['https://site.example/terms', asked], {
    chains: ['eip155:1'],
    methods: ['personal_sign', 'eth_sendTransaction'],
  })
  expect(first).toBe('https://site.example/terms')
  expect(granted).not.toContain('=')
  expect(JSON.parse(Buffer.from(granted!.slice('urn:recap:'.length), 'base64').toString())).toEqual(
    {
      att: {
        eip155: {
          'request/eth_sendTransaction': [{ chains: ['eip155:1'] }],
          'request/personal_sign': [{ chains: ['eip155:1'] }],
        },
        'https://notes.example': { 'crud/read': [{ max: 'ä' }] },
      },
    },
  )
})

test('keeps resources that are not a recap, and a recap that is not the last', () => {
  const early = recapOf({ eip155: {} })
  const resources = [early, 'https://site.example']
  expect(grantRecap(resources, { chains: [], methods: [] })).toEqual(resources)
})

test('rejects an invalid recap', () => {
  expect(() => grantRecap(['urn:recap:AAAA'], { chains: [], methods: [] })).toThrow()
})
