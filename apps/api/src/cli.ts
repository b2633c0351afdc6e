import { runCli } from './runCli.ts'

try {
  console.log(await runCli(process.argv.slice(2), process.env))
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
