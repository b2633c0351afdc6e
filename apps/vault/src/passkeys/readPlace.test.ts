import { expect, test } from 'vitest'
import { readPlace } from './readPlace.ts'

const read = (data: unknown) => readPlace(Buffer.from(JSON.stringify(data)).toString('base64url'))

test('reads an assertion made on a page of the login origin itself as not framed', () => {
  expect(read({ type: 'webauthn.get', origin: 'https://id.example' })).toEqual({ isFramed: false })
  expect(read({ crossOrigin: false })).toEqual({ isFramed: false })
})

test('detects a frame by either of the two fields that the browser sends', () => {
  const topOrigin = 'https://shop.example'
  expect(read({ crossOrigin: true })).toEqual({ isFramed: true })
  expect(read({ topOrigin })).toEqual({ isFramed: true, topOrigin })
  expect(read({ crossOrigin: false, topOrigin })).toEqual({ isFramed: true, topOrigin })
})

test('refuses client data that can not be read', () => {
  for (const data of [null, 'x', { crossOrigin: 'true' }, { topOrigin: 1 }])
    expect(() => read(data), JSON.stringify(data)).toThrow('clientDataJSON can not be read')
  expect(() => readPlace('e30x')).toThrow('clientDataJSON can not be read')
})
