import { expect, test } from 'vitest'
import { formatAck, parseFrame } from './frames.ts'

test('keeps every digit of an id, as a number or as text', () => {
  for (const id of ['1700000000000001', '1700000000000000123', '"1700000000000000123"']) {
    const push = parseFrame(
      `{"id":${id},"jsonrpc":"2.0","method":"irn_subscription","params":{"id":"sub"}}`,
    )
    expect(push).toMatchObject({ id, method: 'irn_subscription' })
    expect(formatAck(push?.id ?? '')).toBe(`{"id":${id},"jsonrpc":"2.0","result":true}`)
  }
})

test('keeps text that looks like an id unchanged', () => {
  const message = '{"id":1700000000000000123}'
  const frame = parseFrame(JSON.stringify({ id: 1, jsonrpc: '2.0', result: { message } }))
  expect(frame).toMatchObject({ id: '1', result: { message } })
})

test('error: not JSON, no id, neither method nor answer', () => {
  for (const text of ['', 'hello', '[]', '{"jsonrpc":"2.0"}', '{"id":1,"error":"no"}', 'null'])
    expect(parseFrame(text)).toBeUndefined()
})
