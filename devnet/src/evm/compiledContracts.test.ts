import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compileKept } from './compiledContracts.ts'
import { contractsFolder } from './deploy/compileContracts.ts'

test('the bytecode in git is what the sources compile to', async () => {
  const kept = await readFile(join(contractsFolder, 'compiled.json'), 'utf8')
  const cure = 'run: node --conditions=@foyer/source devnet/src/evm/compiledContracts.ts'
  expect(kept === (await compileKept()), cure).toBe(true)
})
