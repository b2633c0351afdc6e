/**
 * What core may take from a browser beyond what Node has too: the page's own events, as `storage` from another tab.
 * No element, document or window is declared here, so that none can stand in a signature of core.
 */
declare var addEventListener: EventTarget['addEventListener']
declare var removeEventListener: EventTarget['removeEventListener']

// WebCrypto is the same in a page, a worker and Node; Node's types only name its parts elsewhere.
type CryptoKey = import('node:crypto').webcrypto.CryptoKey
type CryptoKeyPair = import('node:crypto').webcrypto.CryptoKeyPair
