import { describeJourneys } from './describeJourneys.ts'
import { findFirefox, startFirefox } from './firefox.ts'

describeJourneys({
  name: 'Firefox',
  isHere: findFirefox() !== undefined,
  start: startFirefox,
  cure: 'apt-get install firefox-esr',
})
