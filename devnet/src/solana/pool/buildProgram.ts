import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { linkProgram } from './linkProgram.ts'

const folder = import.meta.dirname

/** Compiles and links pool.c. The same compiler gives the same bytes. */
export function buildProgram(clang: string): Buffer {
  const temporary = mkdtempSync(join(tmpdir(), 'foyer-pool-'))
  try {
    const object = join(temporary, 'pool.o')
    execFileSync(
      clang,
      ['-target', 'bpf', '-mcpu=v1', '-Oz', '-Wall', '-Werror', '-c', 'pool.c', '-o', object],
      { cwd: folder, stdio: 'inherit' },
    )
    return linkProgram(readFileSync(object))
  } finally {
    rmSync(temporary, { recursive: true })
  }
}

/**
 * Writes poolProgram.ts: `node devnet/src/solana/pool/buildProgram.ts`. Needs clang 14, as in Debian 12
 * (`apt-get install clang-14`); `CLANG` names another one.
 */
if (import.meta.main) {
  const program = buildProgram(process.env.CLANG ?? 'clang-14')
  const lines = program.toString('base64').match(/.{1,92}/g) ?? []
  writeFileSync(
    join(folder, 'poolProgram.ts'),
    `/**
 * The compiled program of a pool, in base64; written by buildProgram.ts from pool.c.
 * SHA-256: ${createHash('sha256').update(program).digest('hex')}
 */
export const poolProgramText = \`
${lines.join('\n')}
\`
`,
  )
  process.stdout.write(`${program.length} bytes\n`)
}
