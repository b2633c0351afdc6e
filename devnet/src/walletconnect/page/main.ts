import { drawPhone } from './drawPhone.ts'
import { wordsOf } from './errorAnswer.ts'
import { becomeOnlyTab } from './onlyTab.ts'
import { openKit } from './openKit.ts'
import { readConfig } from './readConfig.ts'
import { runWallet } from './runWallet.ts'

async function open(): Promise<void> {
  const config = readConfig()
  const link = new URLSearchParams(window.location.search)
  // Remove the link from the URL: a reload must not pair again, and the link is secret.
  window.history.replaceState(null, '', '/')
  const phone = drawPhone()
  try {
    let silence = async () => {}
    await becomeOnlyTab(async () => {
      await silence()
      phone.showStopped('The wallet is open in another tab.', 'Use it here')
    })
    const kit = await openKit(config, window.location.origin)
    silence = async () => {
      kit.core.heartbeat.stop()
      await kit.core.relayer.transportClose()
    }
    runWallet({ config, kit, phone, link })
  } catch (error) {
    phone.showStopped(`The wallet can’t start: ${wordsOf(error)}`, 'Try again')
  }
}

void open()
