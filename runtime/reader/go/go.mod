module tilebase

go 1.19
