const answering =
  /[?\d]|\b(?:yes|ye+a?h?|ye[ps]|yup|ya|sure|surely|ok|okay|fine|good|great|perfect|cool|nice|please|go|do|does|did|proceed|continue|carry|confirm\w*|agree\w*|accept\w*|approve\w*|correct|right|true|absolutely|definitely|certainly|course|exactly|indeed|alright|affirmative|works?|both|either|neither|all|none|first|second|last|no|nope|nah|not|never|stop|cancel\w*|wait|hold|leave|later|instead|rather|but|if|unless|why|what|which|how|when|can|could|would|will|let|want|need|prefer|think|guess|hm+|uh|um|sorry|thanks|thank|yourself)\b/;

/** Whether a line, normalised, may be a yes, a no, a condition or a question. English. */
export const answers = (text: string): boolean => answering.test(text);
