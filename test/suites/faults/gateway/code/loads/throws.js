'use strict';
throw new Error('broken at load');
