import type { ApproveWords } from './approveWords.ts'

/** Spanish texts of the approval, unlock and passkey screens. */
export const es: ApproveWords = {
  overs: {
    expired: ['Esta solicitud caducó', 'No se firmó nada. Pídelo de nuevo en el sitio.'],
    aborted: ['Esta solicitud terminó', 'El sitio ya no la espera. No se firmó nada.'],
    rejected: ['Rechazada', 'No se firmó nada.'],
    unfinished: [
      'No terminó a tiempo',
      'Puede que se haya firmado y enviado. Mira tu cuenta antes de intentarlo de nuevo.',
    ],
    elsewhere: ['Abierta en otra ventana', 'Esta solicitud ya está abierta en otra ventana.'],
  },
  words: {
    who: 'Quién lo pide',
    request: 'Solicitud',
    claims: 'dice ser «{name}»',
    insecure: 'sin cifrar',
    queue: '{index} de {count}',
    more: 'Hay más abajo',
    scroll: 'Baja hasta el final para aprobar.',
    approve: 'Aprobar',
    signIn: 'Iniciar sesión',
    oneByOne: 'Se envían de una en una. Si una falla, las demás no se envían.',
    together: 'Se hacen juntas: todas o ninguna.',
    sign: 'Firmar',
    hold: 'Mantén para aprobar',
    release: 'Suelta',
    holdHow: 'Mantén pulsado el botón, o la tecla Intro.',
    holdAloud:
      'Mantenlo pulsado un segundo con el puntero, Intro o Espacio. Si no puedes, púlsalo, espera un segundo y vuelve a pulsarlo.',
    again: 'Pulsa otra vez',
    reject: 'Rechazar',
    close: 'Cerrar',
    wait: 'Léelo un momento y luego aprueba.',
    move: 'Lleva el puntero al botón y púlsalo de nuevo.',
    longer: 'Mantén el botón un poco más.',
    covered: 'Algo tapa esta ventana. Tiene que verse entera.',
    small: 'Esta ventana es demasiado pequeña para aprobar.',
    unfocused: 'Haz clic en esta ventana para continuar.',
    expires: 'Caduca en {time}',
    expiresSoon: 'Esta solicitud caduca en menos de un minuto.',
    reading: 'Leyendo la solicitud…',
    sending: 'Firmando…',
    done: 'Aprobada',
    unshown: 'Esto no se puede mostrar',
    unshownText: 'Lo que no se puede mostrar no se puede aprobar.',
    failed: 'No funcionó',
    failedText: 'No se envió nada. Inténtalo de nuevo en el sitio.',
    tooMany: 'Esta solicitud contiene más de 20 acciones. Solo se puede rechazar.',
    popup: {
      unopened: ['Nada que aprobar', 'Esta ventana se abre sola cuando un sitio pide algo.'],
      'cut-off': [
        'Desde aquí no se llega al sitio',
        'El sitio no deja que otras ventanas hablen con él, así que en ninguna se puede aprobar.',
      ],
      lost: ['Esta solicitud terminó', 'El sitio ya no la espera.'],
    },
  },
  failures: {
    'limit-exceeded': 'Demasiadas solicitudes. Espera un minuto e inténtalo de nuevo en el sitio.',
    'account-frozen':
      'Esta cuenta está congelada. No se puede firmar nada hasta que la descongeles.',
    'share-unreadable':
      'Aquí no se puede reunir la clave de este monedero. Cierra la sesión y vuelve a iniciarla.',
    'provider-disconnected': 'La sesión terminó. Inicia sesión de nuevo en el sitio.',
    unauthorized: 'La sesión terminó. Inicia sesión de nuevo en el sitio.',
    'transaction-rejected': 'La red no aceptó la transacción.',
    'rpc-failed': 'No se pudo llegar a la red. Mira tu cuenta antes de intentarlo de nuevo.',
    'http-failed': 'No se pudo llegar al servidor. Mira tu cuenta antes de intentarlo de nuevo.',
    'request-timed-out': 'Tardó demasiado. Mira tu cuenta antes de intentarlo de nuevo.',
  },
  unlockWords: {
    title: 'Abre tu monedero aquí',
    account: 'Has iniciado sesión como {email}.',
    passkey: {
      text: 'Este monedero se abre con tu llave de acceso. Es la primera vez que lo usas en este sitio, así que tu navegador pregunta una vez.',
      lost: 'Nadie más puede abrirlo, ni siquiera nosotros. Sin la llave de acceso solo queda abierto donde ya lo usaste.',
      button: 'Usar llave',
      instead: 'Usar un código de recuperación',
    },
    code: {
      text: 'Este monedero se abre con tu código de recuperación. Es la primera vez que lo usas en este sitio.',
      lost: 'Nadie más puede abrirlo, ni siquiera nosotros. Sin el código solo queda abierto donde ya lo usaste.',
      label: 'Código de recuperación',
      hint: '28 letras y cifras. Los espacios y guiones no importan.',
      button: 'Abrir monedero',
      instead: 'Usar una llave de acceso',
    },
    lost: 'Nadie más puede abrirlo, ni siquiera nosotros. Sin ninguno de los dos solo queda abierto donde ya lo usaste.',
    cancel: 'Ahora no',
    done: 'Monedero abierto',
    failed: 'No funcionó. Inténtalo de nuevo en un momento.',
  },
  passkeyWords: {
    title: 'Abre tu monedero con una llave de acceso',
    text: 'Un toque lo abre. Sin correo, sin contraseña y sin ninguna parte de la clave en un servidor.',
    use: 'Usar llave',
    create: 'Crear un monedero',
    inWindow: 'Continúa en la ventana que se ha abierto.',
    cancel: 'Ahora no',
    createTitle: 'Crea un monedero con una llave de acceso',
    createText:
      'Tu dispositivo crea la llave de acceso, y de ella se deriva la clave del monedero. Abre este monedero en todos los sitios que lo usan.',
    createLimit:
      'Si pierdes la llave de acceso, nadie puede restaurar el monedero. Elige una que tus dispositivos sincronicen y añade un código de recuperación en la página de seguridad.',
    createAction: 'Crear llave',
    created: 'Monedero creado',
    closed: 'Tu navegador no dio ninguna llave de acceso: su pregunta se cerró o tardó demasiado.',
    weak: 'Esta llave de acceso no puede guardar un monedero: no guarda secretos (PRF). No se creó ningún monedero, y puedes borrar la llave. Usa una del sistema en Chrome, Edge o Safari 18, o una llave de seguridad más nueva. O inicia sesión por correo.',
    unknown: 'Esta llave de acceso no abre ningún monedero aquí. Prueba otra o crea un monedero.',
    taken: 'Esta llave de acceso ya tiene un monedero. Ábrelo.',
    many: 'Demasiados intentos. Espera un poco e inténtalo de nuevo.',
    noWindow:
      'Desde este sitio no se puede abrir ninguna ventana. Crea el monedero en su propia página de seguridad y vuelve.',
    unreachable: 'No se pudo llegar al servidor. Inténtalo de nuevo en un momento.',
    failed: 'No funcionó. Inténtalo de nuevo.',
    signing: 'Tu llave de acceso firma. Responde a la pregunta de tu navegador.',
  },
  challengeWords: {
    title: 'Una comprobación rápida',
    text: 'Se pidieron muchos correos hace un momento. Demuestra que eres una persona y enviamos el tuyo.',
    cancel: 'Ahora no',
  },
  unlockFailures: {
    passkey: {
      'user-rejected':
        'Tu navegador no dio ninguna llave de acceso: su pregunta se cerró o tardó demasiado.',
      'recovery-failed':
        'Esta llave de acceso no abre este monedero. Prueba otra, u otro navegador.',
    },
    code: {
      'input-invalid': 'Este código está incompleto o mal escrito.',
      'recovery-failed': 'Este código no abre este monedero.',
    },
    any: {
      'limit-exceeded': 'Demasiados intentos. Espera una hora e inténtalo de nuevo.',
      'account-frozen':
        'Esta cuenta está congelada. No se puede abrir nada hasta que la descongeles.',
      'recovery-evidence-required':
        'Este dispositivo no se confirmó a tiempo. Cierra la sesión, iníciala de nuevo y abre el enlace del correo.',
      'http-failed': 'No se pudo llegar al servidor. Inténtalo de nuevo en un momento.',
    },
  },
}
