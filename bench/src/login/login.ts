import { cpus, loadavg } from 'node:os'
import { type SocialName, socialTable } from '@foyer/protocol/social'
import { median, percentile } from '../percentile.ts'
import { measureBrowser } from './browserFigures.ts'
import { measureDecoding } from './decoding.ts'
import { measurePasskey } from './passkeyFigures.ts'
import { measureAnswers, measureReleases, measureUnderAttack } from './serverFigures.ts'
import { measureSocials } from './socialFigures.ts'
import { startServers } from './startServers.ts'

/** Number of decoded requests of each kind. */
const decoded = 5_000
/** Aim for a signature beside the authenticator's own time, ms. */
const passkeyAimMs = 20
/** Above this a difference of two means is significant. @source Student's t at p = .01, two-sided, many values */
const leastT = 2.58

/** The cost of a login, each figure next to a baseline of the same run, and the timing claims of the design. */
export async function benchLogin(): Promise<{ passed: boolean }> {
  const load = loadavg()[0]?.toFixed(1)
  console.log(`${cpus().length} cores, load ${load} at the start; other load affects the figures`)
  let passed = true
  const print = (name: string, text: string, isWithin?: boolean) => {
    if (isWithin === false) passed = false
    const mark = isWithin === undefined ? '    ' : isWithin ? 'ok  ' : 'FAIL'
    console.log(`${mark} ${name.padEnd(42)} ${text}`)
  }
  const servers = await startServers()
  try {
    const times = await measureBrowser(servers)
    const [frame, empty] = [median(times.frame), median(times.emptyFrame)]
    print(
      'frame, from its first use to its first answer',
      `${ms(frame)}, ${(frame / empty).toFixed(1)}× an empty frame (${ms(empty)})`,
    )
    print('code accepted to address, a new wallet', spread(times.newWallet))
    print('code accepted to address, a known device', spread(times.knownDevice))
    print('approve click to signature', spread(times.signature))
    for (const [name, all] of Object.entries(await measureSocials(servers)))
      print(`press to address, ${socialTable[name as SocialName].title}`, spread(all))
    const passkey = await measurePasskey(servers)
    const passkeyP95 = percentile(passkey, 0.95)
    print(
      'passkey to signature, beside its own touch',
      `p95 ${ms(passkeyP95)}, median ${ms(median(passkey))}`,
      passkeyP95 < passkeyAimMs,
    )
    const { bare, releases } = await measureReleases(servers)
    print(
      'shares released per second',
      `${releases.toFixed(0)}, ${(releases / bare).toFixed(2)}× a bare route (${bare.toFixed(0)})`,
    )

    console.log('\nclaims of the design')
    const ping = median(times.pingAfter)
    print(
      '[T08] answer after 10,000 messages of nonsense',
      `${ms(ping)}, without ${ms(median(times.ping))}`,
      ping < 100,
    )
    const worst = Object.entries(await measureDecoding(decoded)).map(([name, all]) => {
      return [name, percentile(all, 0.99), Math.max(...all)] as const
    })
    for (const [name, p99, most] of worst)
      print(
        `[T42] decoding ${decoded} hostile ${name}`,
        `p99 ${ms(p99)}, most ${ms(most)}`,
        p99 < 50,
      )
    const { knownMs, t, unknownMs } = await measureAnswers(servers)
    print(
      '[T53] known and unknown addresses',
      `${ms(knownMs)} and ${ms(unknownMs)}, t ${t.toFixed(2)}`,
      Math.abs(t) < leastT,
    )
    print(
      '[T79] sign-out while the server hangs',
      spread(times.signOutHanging),
      Math.max(...times.signOutHanging) < 3_000,
    )
    const waits = await measureUnderAttack(servers)
    print(
      '[T111] others wait, under slow and endless calls',
      `p99 ${ms(percentile(waits, 0.99))}`,
      percentile(waits, 0.99) < 200,
    )
  } finally {
    await servers.stop()
  }
  return { passed }
}

const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`
const spread = (values: readonly number[]) =>
  `${ms(median(values))} (${ms(Math.min(...values))} to ${ms(Math.max(...values))})`
