import { hasVisibilityObserver } from '../approve/choosePlace.ts'
import { readBoot } from '../boot.ts'
import { openFrame } from './openFrame.ts'

// Entry of the frame's only script.
openFrame({
  boot: readBoot(document),
  hasIo2: hasVisibilityObserver(window),
  root: document.querySelector<HTMLElement>('#root') ?? document.body,
}).catch((error: unknown) => {
  console.error(error)
  document.body.textContent = 'This wallet could not be loaded.'
})
