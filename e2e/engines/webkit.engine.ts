import { describeJourneys } from './describeJourneys.ts'
import { findWebKit, startWebKit } from './webkit.ts'

describeJourneys({
  name: 'WebKit',
  isHere: findWebKit() !== undefined,
  start: startWebKit,
  cure: 'apt-get install webkit2gtk-driver xvfb openbox',
})
