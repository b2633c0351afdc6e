import { expect, test } from 'vitest'
import { logIn, startTestLogin } from '../startTestLogin.test.kit.ts'

test('logs in', async () => {
  const t = await startTestLogin()
  try {
    const s = await logIn(t)
    expect(s.tokens.accessToken).toBeDefined()
  } catch (e) {
    console.log(t.lines.join(''))
    throw e
  } finally {
    await t.stop()
  }
}, 30_000)
