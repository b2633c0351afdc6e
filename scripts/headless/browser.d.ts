/**
 * The browser APIs that core may use in addition to Node's: the page's own events, such as `storage` from another tab.
 * No element, document or window is declared here, so that none can be in a signature of core.
 */
declare var addEventListener: EventTarget['addEventListener']
declare var removeEventListener: EventTarget['removeEventListener']

// WebCrypto is the same in a page, a worker and Node, but Node's types declare its parts elsewhere.
type CryptoKey = import('node:crypto').webcrypto.CryptoKey
type CryptoKeyPair = import('node:crypto').webcrypto.CryptoKeyPair
